"""How well a person knows a game: asked once for each game, and kept in a cookie."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request
from starlette.responses import Response

from donjon.kernel.games import games
from donjon.kernel.message import Message
from donjon.table.live import levels
from donjon.table.web.sessions import set_cookie

COOKIE = "donjon_strength"
LONGEST = 600  # of the cookie's value, in characters


@dataclass(frozen=True)
class Strength:
    """An answer to "How well do you know this game?"; `level`: of the bot to play against."""

    key: str
    icon: str
    words: Message
    level: str


NEW = Strength("new", "sprout", Message("I'm new to it"), "beginner")
ANSWERS = (
    NEW,
    Strength("know", "play", Message("I know the rules"), "regular"),
    Strength("strong", "crown", Message("I play it well"), "expert"),
)
BY_KEY = {answer.key: answer for answer in ANSWERS}


def opponent(answer: Strength) -> str:
    """Return the level that an answer plays against: its own, or the usual one if that is not offered."""
    return answer.level if answer.level in dict(levels.offered()) else levels.usual()


def answers(request: Request) -> dict[str, Strength]:
    """Return the answers of this browser, by the names of the games."""
    told = parse_qsl(request.cookies.get(COOKIE, "")[:LONGEST], max_num_fields=None)
    return {game: BY_KEY[key] for game, key in told if game in games and key in BY_KEY}


def remember(request: Request, response: Response, game: str, answer: Strength) -> None:
    """Store an answer in the browser's cookie, with those for other games."""
    kept = {name: known.key for name, known in answers(request).items()} | {game: answer.key}
    set_cookie(request, response, COOKIE, urlencode(kept))
