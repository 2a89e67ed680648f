"""Show a position in a few lines of text."""

from __future__ import annotations

from collections.abc import Iterable

from donjon.play.match import Match


def text_board(match: Match, texts: Iterable[str] = ()) -> str:
    """Return the position of a match as text, as a spectator sees it; "" if the game has no text board.

    Games with a board mark the places that the texts of actions name.
    """
    return match.game.text_board(match.view(None), texts) if match.game.text_board else ""
