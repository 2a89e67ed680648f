"""Tell what decided a finished game, as a player would: the sources of points, and the lead that lasted.

Everything is counted from the game's own record: what is said was on the board, and nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from donjon.kernel.message import Message, SeatName, plain
from donjon.play.course import Course, Lead
from donjon.table.live.score import Score

# A game was close if the other lacked at most this part of the winner's points.
CLOSE = 0.08
# A source decides alone if it makes up this part of what a seat got more than the other.
MOSTLY = 0.5


@dataclass(frozen=True)
class Gap:
    """A group of sources, and the points in it of a seat and of another, who has more in all."""

    group: int
    theirs: int
    own: int

    @property
    def size(self) -> int:
        """How many points the other got more."""
        return self.theirs - self.own


def difference(score: Score, mine: int | None, known: Course | None) -> list[Message]:
    """Return what made the difference, for a seat or for others (None); [] if no sources did.

    A seat that has not won also reads what nearly was.
    """
    winners = score.winners
    if mine is not None and score.ranks[mine] > 1:
        return [*_lost(score, winners[0], mine), *_led(known, mine)]
    others = [seat for seat in score.order if score.ranks[seat] > 1]
    if len(winners) > 1 or not others or score.totals[winners[0]] <= score.totals[others[0]]:
        return []
    most = _gaps(score, winners[0], others[0])[0]
    told = {"source": score.groups[most.group].term, "seat": SeatName(winners[0])}
    figures = {"other": SeatName(others[0]), "theirs": plain(most.theirs), "own": plain(most.own)}
    if mine is None:
        return [Message("What decided it: {source} ({seat} {theirs}, {other} {own}).", **told, **figures)]
    del told["seat"]
    return [Message("What won it: {source} (you {theirs}, {other} {own}).", **told, **figures)]


def _lost(score: Score, first: int, mine: int) -> list[Message]:
    behind = score.totals[first] - score.totals[mine]
    if behind <= 0:
        return [Message("Level on points: {seat} wins the tie-break.", seat=SeatName(first))]
    gaps = _gaps(score, first, mine)
    most = gaps[0]
    told = {
        "source": score.groups[most.group].term,
        "seat": SeatName(first),
        "theirs": plain(most.theirs),
        "own": plain(most.own),
    }
    if behind <= CLOSE * score.totals[first]:
        if most.size > behind and most.own >= 0:
            return [
                Message(
                    "So close. This alone would have turned it: {source} ({seat} {theirs}, you {own}).",
                    **told,
                )
            ]
        return [Message("So close: {points:point|points} more would have won.", points=behind + 1)]
    if most.size < MOSTLY * sum(gap.size for gap in gaps if gap.size > 0):
        return [
            Message("{seat} was ahead all round, most of all here: {source} ({theirs}, you {own}).", **told),
            *_better(score, gaps),
        ]
    return [
        Message("What decided it: {source} ({seat} {theirs}, you {own}).", **told),
        *_better(score, gaps),
    ]


def _better(score: Score, gaps: Sequence[Gap]) -> list[Message]:
    """Return what a seat that lost was best at, compared with the winner; [] for nothing."""
    best = gaps[-1]
    if best.size >= 0 or best.own <= 0:
        return []
    source = score.groups[best.group].term
    own, theirs = plain(best.own), plain(best.theirs)
    return [
        Message("Your strong point: {source} ({own} to {theirs}).", source=source, own=own, theirs=theirs)
    ]


def _gaps(score: Score, first: int, other: int) -> list[Gap]:
    """Return what two seats got from each group, the greatest advantage of the first seat first."""
    pairs = zip(score.points[first], score.points[other], strict=True)
    gaps = [Gap(group, theirs, own) for group, (theirs, own) in enumerate(pairs)]
    return sorted(gaps, key=lambda gap: -gap.size)


def _led(known: Course | None, mine: int) -> list[Message]:
    """Return how long a seat led that has not won; [] if not for long, or if the turning point tells it."""
    if known is None or known.led[mine] * 2 < known.rounds:
        return []
    if known.lead is not None and known.lead.leader == mine:
        return []
    return [Message("You were still in front in round {round}.", round=known.led[mine])]


def turning(lead: Lead, mine: int | None) -> tuple[Message, Message]:
    """Return the title and the sentence of the moment after which the leader never changed."""
    if lead.round > 0:
        return Message("Turning point: round {round}", round=lead.round), _passed(lead, mine)
    if lead.after <= 0:
        return Message("Turning point: the tie-break"), Message("Level on points at the end.")
    return Message("Turning point: the end"), _final(lead, mine)


def _final(lead: Lead, mine: int | None) -> Message:
    if lead.seat == mine:
        return Message("Only the final count puts you ahead.")
    if lead.leader is not None and lead.leader == mine:
        return Message("You led until the final count, which puts {seat} ahead.", seat=SeatName(lead.seat))
    return Message("Only the final count puts {seat} ahead.", seat=SeatName(lead.seat))


def _passed(lead: Lead, mine: int | None) -> Message:
    """Return how the winner went ahead for good."""
    seat, figures = SeatName(lead.seat), {"before": -lead.before, "after": lead.after}
    if lead.round == 1 and lead.before == 0:
        if lead.seat == mine:
            return Message("You lead from here to the end.")
        return Message("{seat} leads from here to the end.", seat=seat)
    if lead.before == 0:
        if lead.seat == mine:
            return Message("Level so far. You go {after:point|points} ahead and stay in front.", **figures)
        return Message(
            "Level so far. {seat} goes {after:point|points} ahead and stays in front.", seat=seat, **figures
        )
    if lead.seat == mine:
        return _pass(lead.leader, figures)
    if lead.leader is None:
        return Message(
            "{seat} comes from {before:point|points} behind, goes {after} ahead and stays in front.",
            seat=seat,
            **figures,
        )
    if lead.leader == mine:
        return Message(
            "{seat} overtakes you: from {before:point|points} behind to {after} ahead, and stays in front.",
            seat=seat,
            **figures,
        )
    return Message(
        "{seat} overtakes {leader}: from {before:point|points} behind to {after} ahead, and stays in front.",
        seat=seat,
        leader=SeatName(lead.leader),
        **figures,
    )


def _pass(leader: int | None, figures: Mapping[str, int]) -> Message:
    if leader is None:
        return Message(
            "You come from {before:point|points} behind, go {after} ahead and stay in front.", **figures
        )
    return Message(
        "You overtake {leader}: from {before:point|points} behind to {after} ahead, and stay in front.",
        leader=SeatName(leader),
        **figures,
    )
