"""What the character cards do, in a sentence each, with the rule."""

from __future__ import annotations

from donjon.kernel.message import Message

Line = tuple[str, Message]

CHARACTER_LINES: dict[str, tuple[Line, ...]] = {
    "alchemist": (
        ("YS-8.2.1", Message("End of counting: exchange one of your gems for one of another colour.")),
    ),
    "banker": (("YS-8.3.1", Message("End of counting: raise one gem value by 1 and lower another by 1.")),),
    "captain": (("YS-8.4.1", Message("Start of counting: exchange the ships of two harbours.")),),
    "bishop": (
        ("YS-8.6.1", Message("For a whole placement: place your brokers face up or face down as you like.")),
    ),
    "spy": (
        ("YS-8.5.1", Message("For a whole placement: up to 3 looks at face-down brokers of others.")),
        ("YS-8.5.3", Message("Everybody sees which broker you look at, you alone its value.")),
    ),
    "messenger": (("YS-8.7.1", Message("Start of counting: move one of your brokers to another place.")),),
    "magician": (("YS-8.8.1", Message("For a whole placement: place brokers of your front and refill it.")),),
    "intriguer": (("YS-8.12.1", Message("For a whole counting: you win every tie that you are part of.")),),
    "jeweller": (("YS-8.13.1", Message("End of counting: take 2 gems of the four colours.")),),
    "wizard": (
        ("YS-8.14.1", Message("After placing in one of your turns: swap any two brokers on the board.")),
    ),
    "merchant": (("YS-8.15.1", Message("For a whole counting: merchants' districts give 5 points.")),),
    "soldier": (
        ("YS-8.16.1", Message("After placing in one of your turns: a broker just placed counts 5.")),
    ),
    "queen": (
        ("YS-8.17.1", Message("Before placing in one of your turns: close a quarter.")),
        ("YS-8.17.2", Message("Only you may place brokers there until it has been counted.")),
    ),
    "prince": (("YS-8.18.1", Message("When won: 4 points at the end of the counting.")),),
    "king": (("YS-8.18.1", Message("When won: 5 points at the end of the counting.")),),
    "white_gem": (("YS-8.19.1", Message("When won: one gem of a colour that you choose, at once.")),),
}
DELAYED: Line = ("YS-8.1.2", Message("Playable from the round after the one in which it was won."))
NOT_DELAYED = ("prince", "king", "white_gem")
