"""The facts of a page of Kingdom Builder (see `donjon.drawing.facts`): what changes during a game, by key."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from donjon.drawing.facts import Facts, Piece
from donjon.drawing.saying import Words
from donjon.games.kingdom_builder.drawing.land import KINDS, spot
from donjon.games.kingdom_builder.drawing.writing import MACROS
from donjon.games.kingdom_builder.hexes import hex_of
from donjon.games.kingdom_builder.model import HEXES, HexName, Phase, Token
from donjon.kernel.message import Message, SeatName, Term

# Cached pieces, for all tables together: a settlement takes some 300 bytes.
MOST_PIECES = 8192
MOST_SENTENCES = 1024
# The phases in which a seat builds settlements of its stock.
_BUILDS = (Phase.START.id, Phase.MANDATORY.id, Phase.TARGET.id)

_write = MACROS.write


def public_facts(view: Mapping[str, Any], words: Words, settled: bool = True) -> Facts:
    """Return what all viewers see: pieces on the board, points, supplies, piles.

    settled: with the description of the board, which is not read during a move.
    """
    facts = _pieces(view, words)
    waiting, ranks = view["waiting"], view["ranks"]
    for player in view["players"]:
        seat = player["seat"]
        is_waiting, has_won = seat in waiting, bool(ranks and ranks[seat] == 1)
        for source, gold in player["gold"].items():
            facts[f".gold-{seat}-{source}"] = gold
        facts[f".total-{seat}"] = player["total"]
        facts[f".supply-{seat}"] = player["supply"]
        facts[f"?turn-{seat}"] = is_waiting
        facts[f"?winner-{seat}"] = has_won
        facts[f"#signs-{seat}"] = _write(words, "signs", has_won, is_waiting, seat == view["first"])
    facts[".deck"] = view["deck"]
    for pile in ("discard", "removed"):
        for kind, count in view[pile].items():
            facts[f".{pile}-{kind}"] = count
    if settled:
        facts[".board-words"] = _description(view, words)
    return facts


def own_facts(view: Mapping[str, Any], words: Words, settled: bool = True) -> Facts:
    """Return what depends on the viewer: hands, tokens to use, goals, cards not seen.

    A spectator has these facts, too: what a spectator sees in their place.
    """
    me, actor, card = view["seat"], view["actor"], view["card"]
    facts: Facts = {}
    for player in view["players"]:
        seat, played = player["seat"], card if player["seat"] == actor else None
        facts[f"?you-{seat}"] = seat == me
        facts[f"#chip-{seat}"] = _write(
            words, "held_card", seat, player["hand"], player["holds_card"], played
        )
        facts[f"#tokens-{seat}"] = _tokens(words, player, seat == me)
    for source in view["players"][0]["gold"]:
        facts[f".goal-{source}"] = "" if me is None else view["players"][me]["gold"][source]
    for kind, count in view["unseen"].items():
        facts[f".unseen-{kind}"] = count
    return facts | _held(view, words)


def lit(_view: Mapping[str, Any], actions: Iterable[int]) -> dict[str, dict[str, Piece]]:
    """Return the pieces that highlight the hexes of legal actions, by family."""
    hexes = [spot(action) for action in actions if action < HEXES]
    return {"l": {f"l{hex.row}-{hex.column}": ("legal", hex.x, hex.y) for hex in hexes}}


def _held(view: Mapping[str, Any], words: Words) -> Facts:
    """Return what lies beside the prompt: the viewer's card, the card in play, tokens, the stock."""
    me, actor, card = view["seat"], view["actor"], view["card"]
    held: Facts = {}
    if me is not None:
        player = view["players"][me]
        if player["hand"]:
            held["held-1"] = _terrain(words, player["hand"], True, f"hand-{me}", me, Message("in hand"))
        if player["tokens"]:
            using = view["using"] if me == actor else None
            held["held-3"] = ("tokens", (_write(words, "token_items", _states(player), using),))
        if me == actor and view["phase"] in _BUILDS:
            held["held-4"] = ("stock", me, (_write(words, "house", me),), player["supply"])
    if card:
        held["held-2"] = _terrain(words, card, actor == me, "played", actor, Message("in play"))
    elif "held-1" not in held:
        held["held-5"] = ("no-card",)
    return held


def _terrain(words: Words, kind: str, is_mine: bool, subject: str, seat: int, caption: Message) -> Piece:
    whose = _write(words, "whose", seat, is_mine)
    return f"card-{kind}", "" if is_mine else " theirs", subject, (whose,), words.say(caption)


def _states(player: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple((token["kind"], token["state"]) for token in player["tokens"])


def _tokens(words: Words, player: Mapping[str, Any], is_mine: bool) -> str:
    return _write(words, "tokens", _states(player), is_mine, None) if player["tokens"] else ""


def _pieces(view: Mapping[str, Any], words: Words) -> Facts:
    """Return the pieces on the board: places, settlements, marks of the last move and of counting."""
    hexes, last = view["hexes"], view["last"]
    facts = dict(_castles(tuple(hexes), words))
    for place in view["locations"]:
        row, column = place["hex"]
        facts[f"p{row}-{column}"] = _location(row, column, place["kind"], place["left"], words)
    for row, column in last:
        facts[f"a{row}-{column}"] = ("last", *spot((row, column))[2:])
    for piece in view["settlements"]:
        row, column = piece["hex"]
        state = " fresh" if piece["hex"] in last else ""
        facts[piece["id"]] = _settlement(piece["seat"], row, column, KINDS[hexes[row][column]] + state, words)
    lifted = view["lifted"]
    if lifted is not None and all(piece["hex"] != lifted for piece in view["settlements"]):
        row, column = lifted
        ground = KINDS[hexes[row][column]]
        facts[_lifted_id(view)] = _settlement(view["actor"], row, column, f"{ground} lifted", words)
    return facts | counts((player["seat"], player["counting"]) for player in view["players"])


def counts(players: Iterable[tuple[int, Mapping[str, Any]]], shown: Iterable[Sequence[int]] = ()) -> Facts:
    """Return the hexes that count for a seat, with a class for each source and seat, and those `shown`."""
    classes: dict[tuple[int, int], list[str]] = {}
    for seat, counting in players:
        for source, hexes in counting.items():
            name = f"{source}-{seat}"
            for row, column in hexes:
                classes.setdefault((row, column), []).append(name)
    for row, column in shown:
        classes.setdefault((row, column), []).append("shown")
    return {
        f"n{row}-{column}": ("counts", " ".join(names), *spot((row, column))[2:])
        for (row, column), names in classes.items()
    }


@functools.lru_cache(maxsize=64)
def _castles(hexes: tuple[str, ...], words: Words) -> Facts:
    castles = [index for index, letter in enumerate("".join(hexes)) if KINDS[letter] == "castle"]
    facts: Facts = {}
    for row, column in map(hex_of, castles):
        title = Message("{location} ({hex})", location=Term("castle"), hex=HexName(row, column))
        facts[f"p{row}-{column}"] = ("castle", *spot((row, column))[2:], words.say(title))
    return facts


@functools.lru_cache(maxsize=MOST_PIECES)
def _location(row: int, column: int, kind: str, left: int, words: Words) -> Piece:
    title = Message(
        "{location} ({hex}): {left:token|tokens} left",
        location=Token[kind.upper()].term,
        hex=HexName(row, column),
        left=left,
    )
    x, y = spot((row, column))[2:]
    return "location", kind, x, y, words.say(title), left, y + 19


@functools.lru_cache(maxsize=MOST_PIECES)
def _settlement(seat: int, row: int, column: int, state: str, words: Words) -> Piece:
    title = Message("{player}: {hex}", player=SeatName(seat), hex=HexName(row, column))
    return "settlement", seat, state, *spot((row, column))[2:], words.say(title)


def _lifted_id(view: Mapping[str, Any]) -> str:
    """Return the id of the lifted settlement: the one number that its seat lacks on the board."""
    seat = view["actor"]
    there = {piece["id"] for piece in view["settlements"]}
    number = 0
    while f"s{seat}-{number}" in there:
        number += 1
    return f"s{seat}-{number}"


def _description(view: Mapping[str, Any], words: Words) -> str:
    """Return a description of the picture in a few sentences, for people who cannot see it."""
    sectors = tuple(slot["sector"] for slot in view["layout"] if slot["sector"])
    counted = [0] * view["seats"]
    for piece in view["settlements"]:
        counted[piece["seat"]] += 1
    standing = (
        _standing(seat, counted[seat], view["players"][seat]["total"], words) for seat in range(view["seats"])
    )
    return " ".join([_layout(sectors, words), *standing])


@functools.lru_cache(maxsize=MOST_SENTENCES)
def _layout(sectors: tuple[str, ...], words: Words) -> str:
    names = [Token[sector.upper()].term for sector in sectors]
    sentences = Message("20 rows of 20 hexes."), Message("Sectors, row by row: {sectors}.", sectors=names)
    return " ".join(map(words.say, sentences))


@functools.lru_cache(maxsize=MOST_SENTENCES)
def _standing(seat: int, count: int, gold: int, words: Words) -> str:
    sentence = Message(
        "{player}: {count:settlement|settlements} on the board, {gold} gold.",
        player=SeatName(seat),
        count=count,
        gold=gold,
    )
    return words.say(sentence)
