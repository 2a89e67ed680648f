"""Guesses of bots about Ys: the worth of positions and of actions."""
