"""Build the form of a new game from the game's options, and read it.

The form is read by hand: the game decides which fields it has, and the refusals are sentences about several
fields in three languages. A pydantic model would have to be made for each game and hold the same checks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, quote, unquote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from donjon.errors import Spoken
from donjon.kernel import Game, Option
from donjon.kernel.message import Message, Translate
from donjon.table.host.security import LARGEST_BODY
from donjon.table.live import wording
from donjon.table.store.rows import BOT, OPEN, PERSON, Seat
from donjon.table.web import i18n
from donjon.table.web.rendering import say
from donjon.table.web.sessions import set_cookie

ME = "me"
NOBODY = "nobody"
LONGEST_NAME = 24
LONGEST_NUMBER = 9
PLAIN_FORM = "application/x-www-form-urlencoded"
MOST_FIELDS = 200
# Fillers that count as letters, and variation selectors: all of them are invisible.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)


class BadForm(Spoken):
    """A refusal: a form cannot be used as filled in. `message` says what to change, in any language.

    `field`: the name of the field to change; "" for a refusal of the whole form.
    """

    def __init__(self, message: Message, field: str = "") -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True)
class ListEntry:
    """An entry of a drop-down list."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True)
class Field:
    """A drop-down list with its name in the form; `label` is its label in the group, "" if it is alone."""

    name: str
    label: str
    choices: list[ListEntry]


@dataclass(frozen=True)
class Group:
    """The drop-down lists of one option."""

    name: str
    label: str
    help: str
    fields: list[Field]

    @property
    def chosen(self) -> str:
        """Return the labels of the chosen values; one label if all lists have the same."""
        labels = [choice.label for field in self.fields for choice in field.choices if choice.chosen]
        return labels[0] if len(set(labels)) == 1 else ", ".join(labels)


@dataclass(frozen=True)
class NewGame:
    """A new game as a form describes it: seats in order, and the options as the game reads them."""

    seats: list[Seat]
    options: dict[str, Any]


async def received(request: Request) -> dict[str, str]:
    """Return the fields of the form that was sent; the last of equal names counts.

    Only the plain encoding of forms is read, as UTF-8: a request cannot choose another decoder. Raises
    HTTPException for another encoding (415), and for a form that is too large (413).
    """
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_BODY:
            raise HTTPException(413, _say(request, Message("The form is too large.")))
    kind = request.headers.get("content-type", PLAIN_FORM).partition(";")[0].strip().lower()
    if body and kind != PLAIN_FORM:
        raise HTTPException(415, _say(request, Message("Can't read this form: unknown encoding.")))
    try:
        pairs = parse_qsl(body.decode("utf-8", "replace"), True, errors="replace", max_num_fields=MOST_FIELDS)
    except ValueError:
        raise HTTPException(413, _say(request, Message("The form is too large."))) from None
    return dict(pairs)


def _say(request: Request, message: Message) -> str:
    return message.say(say(request.state.language))


def number(text: str | None) -> int:
    """Return the whole number, 0 or more, that a text holds as our pages write it; -1 for anything else."""
    if text is None or not (text.isascii() and text.isdecimal()) or len(text) > LONGEST_NUMBER:
        return -1
    return int(text)


def option_groups(game: Game, form: Mapping[str, str], say: Translate) -> list[Group]:
    """Return the options of a game as drop-down lists, with the `form` values chosen."""
    return [
        Group(option.name, say(option.label), say(option.help), _fields(option, form, say))
        for option in game.options
    ]


def _fields(option: Option, form: Mapping[str, str], say: Translate) -> list[Field]:
    if option.kind == "choice":
        return [Field(f"option.{option.name}", "", _choices(option, form, "", say))]
    fields = []
    for index in range(option.count):
        place = say(option.places[index]) if option.places else str(index + 1)
        choices = _choices(option, form, f".{index}", say)
        fields.append(Field(f"option.{option.name}.{index}", place, choices))
    return fields


def _choices(option: Option, form: Mapping[str, str], place: str, say: Translate) -> list[ListEntry]:
    wanted = form.get(f"option.{option.name}{place}", "" if option.default is None else str(option.default))
    choices = []
    if option.default is None:
        choices.append(ListEntry("", say("at random"), wanted == ""))
    for index, value in enumerate(option.choices):
        label = option.labels[index] if option.labels else _plain(value)
        choices.append(ListEntry(str(value), say(label), wanted == str(value)))
    return choices


def _plain(value: Any) -> str:
    """Return a value as people read it: they count seats from 1."""
    return str(value + 1) if isinstance(value, int) else str(value)


def read(game: Game, form: Mapping[str, str], guest: str, levels: set[str]) -> NewGame:
    """Return the new game that a form describes. Raises BadForm, which says what to change."""
    seats = _seats(game, form, guest, levels)
    return NewGame(seats, _options(game, form))


def quick(guest: str, name: str, opponents: int, level: str) -> NewGame:
    """Return a game of one guest, with a cleaned name, against `opponents` bots, with default options."""
    seats = [Seat(0, PERSON, guest, name)]
    seats += [Seat(number, BOT, "", "", level) for number in range(1, opponents + 1)]
    return NewGame(seats, {})


def again(
    game: str, seats: Iterable[Seat], own: Collection[int], options: Mapping[str, Any]
) -> dict[str, str]:
    """Return the fields of a form for a rematch: own seats, bots at their levels, other seats open."""
    fields = {"game": game}
    for seat in seats:
        mine = ME if seat.seat == min(own, default=None) else PERSON
        kind = f"{BOT}:{seat.level}" if seat.kind == BOT else mine if seat.seat in own else OPEN
        fields |= {f"seat.{seat.seat}": kind} | ({f"name.{seat.seat}": seat.name} if seat.name else {})
    for name, value in options.items():
        several = enumerate(value) if isinstance(value, list) else ()
        chosen = {f"option.{name}.{at}": one for at, one in several} or {f"option.{name}": value}
        fields |= {field: str(one) for field, one in chosen.items() if one is not None}
    return fields


def my_name(form: Mapping[str, str]) -> str | None:
    """Return the cleaned name in a form for the seat of its sender, None if it has no such field."""
    numbers = [field.removeprefix("seat.") for field, who in form.items() if who == ME]
    name = form.get(f"name.{numbers[0]}") if numbers else None
    return None if name is None else clean_name(name)


def _seats(game: Game, form: Mapping[str, str], guest: str, levels: set[str]) -> list[Seat]:
    seats: list[Seat] = []
    numbers: list[int] = []  # of the seats in the form, which may leave some out
    every = range(game.seats.stop - 1)
    for number in every:
        who = form.get(f"seat.{number}", NOBODY)
        name = clean_name(form.get(f"name.{number}", ""))
        if who == NOBODY:
            continue
        kind, _, level = who.partition(":")
        if kind == BOT and level in levels:
            seats.append(Seat(len(seats), BOT, "", name, level))
        elif kind in (ME, PERSON):
            seats.append(Seat(len(seats), PERSON, guest, name))
        elif kind == OPEN:
            seats.append(Seat(len(seats), OPEN, "", name))
        else:
            raise BadForm(Message("Choose a player for every seat."), f"seat.{number}")
        numbers.append(number)
    if len(seats) not in game.seats:
        fewest, most = game.seats.start, game.seats.stop - 1
        empty = next((number for number in every if number not in numbers), 0)
        needs = Message("This game needs {fewest}–{most} players.", fewest=fewest, most=most)
        raise BadForm(needs, f"seat.{empty}")
    if all(seat.kind == BOT for seat in seats):
        raise BadForm(Message("At least one seat needs a human player."), f"seat.{numbers[0]}")
    mine = [number for number in numbers if form[f"seat.{number}"] == ME]
    if len(mine) > 1:
        raise BadForm(
            Message("Only one seat can be “Me”. For the others, choose “A friend on this device”."),
            f"seat.{mine[1]}",
        )
    _check_names(seats, numbers)
    return seats


def _check_names(seats: Sequence[Seat], numbers: Sequence[int]) -> None:
    """Check the names of new seats, whose numbers in the form are `numbers`. Raises BadForm."""
    seen = set[str]()
    for seat, number in zip(seats, numbers, strict=True):
        name = _as_seen(seat.name)
        if seat.name and name in seen:
            raise BadForm(Message("Two players have the same name. Change one of them."), f"name.{number}")
        seen.add(name)
    for seat, number in zip(seats, numbers, strict=True):
        check_name(seat.name, seat.seat, seats, f"name.{number}")


def clean_name(name: str) -> str:
    """Return a name as pages show it: printable, in NFC, at most LONGEST_NAME characters."""
    printable = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(unicodedata.normalize("NFC", printable).split())[:LONGEST_NAME].strip()


def check_name(name: str, seat: int, seats: Sequence[Seat], field: str = "name") -> None:
    """Check a cleaned name ("": none) of a seat against the others. Raises BadForm, see `name_refused`."""
    refused = name_refused(name, seat, seats)
    if refused is not None:
        raise BadForm(refused, field)


def name_refused(name: str, seat: int, seats: Sequence[Seat]) -> Message | None:
    """Return why a seat may not have a cleaned name ("": none); None if it may.

    The name needs a visible letter or digit, and must look different from the names of the other seats.
    """
    if not name:
        return None
    visible = _as_seen(name)
    # Letters and numbers, by the first letter of their Unicode category.
    if not any(unicodedata.category(letter)[0] in "LN" for letter in visible):
        return Message("A name needs at least one visible letter or digit.")
    if any(visible in _shown(other) for other in seats if other.seat != seat):
        return Message("{name} is taken. Choose another name.", name=name)
    return None


def _shown(seat: Seat) -> set[str]:
    """Return the names of a seat on the pages of all languages, in the form of `_as_seen`."""
    if seat.name:
        return {_as_seen(seat.name)}
    return {_as_seen(wording.colour_names(say(language))[seat.seat]) for language in i18n.LANGUAGES}


def _as_seen(name: str) -> str:
    """Return a name in a form that is equal for names that look alike.

    Letters of different alphabets that look alike stay different.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(_UNSEEN.sub("", folded).split())


def _options(game: Game, form: Mapping[str, str]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for option in game.options:
        if option.kind == "choice":
            value = _value(option, form, f"option.{option.name}")
            if value is not None:
                options[option.name] = value
            continue
        fields = [f"option.{option.name}.{index}" for index in range(option.count)]
        values = [_value(option, form, field) for field in fields]
        chosen = [value for value in values if value is not None]
        if option.distinct and len(set(chosen)) < len(chosen):
            again = next(at for at, value in enumerate(values) if value is not None and value in values[:at])
            raise BadForm(
                Message(
                    "{option}: the same choice appears twice. Choose different ones.",
                    option=Message(option.label),
                ),
                fields[again],
            )
        if chosen:
            options[option.name] = values
    return options


def _value(option: Option, form: Mapping[str, str], field: str) -> Any:
    """Return the choice in a field of a form; None for a random one. Raises BadForm."""
    text = form.get(field, "")
    if text == "":
        return option.default
    for value in option.choices:
        if str(value) == text:
            return value
    raise BadForm(
        Message("{option}: no such choice: {value}.", option=Message(option.label), value=text[:40]), field
    )


# Holds the name that a person used last, so that it need not be typed for every game.
NAME_COOKIE = "donjon_name"


def own_name(request: Request) -> str:
    """Return the cleaned name that this browser used last, "" if it used none."""
    return clean_name(unquote(request.cookies.get(NAME_COOKIE, ""), errors="replace"))


def remember_name(request: Request, response: Response, name: str) -> None:
    """Store a cleaned name in the browser's cookie; "" replaces an earlier name, too."""
    if name != own_name(request):
        set_cookie(request, response, NAME_COOKIE, quote(name))
