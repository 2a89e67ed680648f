"""The text board: where a game stands, in a few lines of text."""

from __future__ import annotations

from collections.abc import Iterable

from donjon.play.match import Match


def text_board(match: Match, texts: Iterable[str] = ()) -> str:
    """Where a match stands, as a spectator sees it; games with a board mark what texts of actions name.

    "" when the game has no text board.
    """
    return match.game.text_board(match.view(None), texts) if match.game.text_board else ""
