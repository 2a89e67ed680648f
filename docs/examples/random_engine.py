"""An engine for the arena of Donjon in plain Python: it plays a random legal action.

donjon arena kingdom-builder --bots "engine:python random_engine.py,greedy"

What it says and hears is described in engines.md. Replace `choose` by something better.
"""

import json
import random
import sys


def choose(position):
    """One of the legal actions.

    position["view"] is what our seat sees; position["position"] is a whole position that could be true.
    """
    return random.choice(position["legal"])


def say(text):
    """Each line must be out at once: the arena waits for it."""
    print(text, flush=True)


def main():
    """Answer until it is told to quit."""
    position = None
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "hello":
            say("name Random in plain Python")
            say("ready")
        elif word == "newgame":
            random.seed(json.loads(rest)["seed"])
            say("ready")
        elif word == "position":
            position = json.loads(rest)
        elif word == "go":
            say("bestmove " + choose(position))
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
