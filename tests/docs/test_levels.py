"""What docs/bots.md says of the levels is what the games' records say."""

from pathlib import Path

import donjon
from donjon.bots import levels
from donjon.kernel.bot_settings import TO_THE_END, LevelSettings

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"


def said(settings: LevelSettings) -> str:
    words = [f"{settings.playouts:,} playouts"] if settings.playouts else []
    words += [f"wavering {settings.wavering:g}"] if settings.wavering else []
    words += [f"{settings.blind / 10:g} % overlooked"] if settings.blind else []
    words += [f"{settings.depth} actions ahead"] if settings.depth < TO_THE_END else []
    words += [f"{settings.breadth} compared"] if settings.breadth else []
    return ", ".join(words) or "what is best at once"


def test_the_table_of_the_levels_is_that_of_the_games() -> None:
    games = donjon.games.values()
    lines = [f"| Level | {' | '.join(game.title for game in games)} |", "| --- |" + " --- |" * len(games)]
    for level in levels():
        lines.append(f"| `{level.key}` | {' | '.join(said(game.levels[level.key]) for game in games)} |")
    table = "\n".join(lines)
    assert f"<!-- levels: begin -->\n{table}\n<!-- levels: end -->" in PAGE.read_text("utf-8"), table
