"""High or Low: a small game of another package, with hidden cards and secret choices."""

from donjon.kernel import Game, Option
from donjon_high_low import rules

ROUNDS = Option(
    "rounds", "choice", (2, 3), 3, "Rounds", "How many rounds are played.", labels=("two", "three")
)
GAME = Game(
    name="high-low",
    title="High or Low",
    prefix="HL",
    seats=range(2, rules.MOST_SEATS + 1),
    options=(ROUNDS,),
    STATE=rules.STATE,
    actions=rules.ACTIONS,
    setup=rules.setup,
    waiting=rules.waiting,
    chances=rules.chances,
    forbids=rules.forbids,
    total=rules.total,
    observers=rules.observers,
    redeal=rules.redeal,
    reopen=rules.reopen,
    disclosed=rules.disclosed,
    estimate=rules.estimate,
    faults=rules.faults,
)
