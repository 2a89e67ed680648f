"""The readable report: one page that needs nothing else, with tables and plots."""

from __future__ import annotations

import functools
from pathlib import Path

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from donjon.kernel.games import games
from donjon.lab.arena import charts
from donjon.lab.arena.charts import Line
from donjon.lab.arena.result import Outcome, Verdict, elo_course, points_of
from donjon.lab.arena.tournament import Course

# A heading, the plot, and whether it needs the key of the lines.
Plot = tuple[str, Markup, bool]


def write(course: Course, outcome: Outcome) -> str:
    """The page of a tournament, in HTML."""
    return _template().render(
        outcome=outcome,
        title=games[outcome.game].title,
        test=verdict_sentence(outcome.test, outcome.bots) if outcome.test else "",
        plots=_plots(course, outcome) if outcome.standings else [],
        key=charts.key(outcome.bots),
    )


def verdict_sentence(test: Verdict, bots: list[str]) -> str:
    """Where the test stands."""
    ratio = f"log-likelihood ratio {test.llr:.2f}, between {test.lower:.2f} and {test.upper:.2f}"
    if test.verdict is None:
        return f"The test is open after {test.deals} deals: {ratio}."
    is_, not_ = (test.elo1, test.elo0) if test.verdict == "H1" else (test.elo0, test.elo1)
    sentence = f"{bots[0]} is rather {is_:+g} than {not_:+g} Elo beside {bots[1]}"
    return f"{test.verdict} after {test.deals} deals: {sentence} ({ratio})."


@functools.cache
def _template() -> Template:
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["percent"] = lambda share: f"{100 * share:.1f} %"
    return environment.from_string(Path(__file__).with_name("report.html.jinja").read_text("utf-8"))


def _plots(course: Course, outcome: Outcome) -> list[Plot]:
    shares = [
        (each.bot, each.win_share, each.win_share_interval, each.expected_share) for each in outcome.standings
    ]
    played = [game for deal in course.deals for game in deal]
    points = [(name, points_of(name, played)) for name in outcome.bots]
    plots: list[Plot] = [
        ("Win shares, and what equals would have", charts.whiskers(shares), False),
        ("Points of a seat, % of games", charts.histogram("How points are spread.", points, "points"), True),
        ("Elo as deals are played", _elo_plot(course), True),
    ]
    if course.test:
        plots.append(("The sequential test", _test_plot(course), False))
    return plots


def _elo_plot(course: Course) -> Markup:
    stops = elo_course(course)
    names = course.settings.bots
    # At first nothing is known, and the bands would be all that there is to see.
    shown = stops[len(stops) // 10 :]
    drawn = [
        Line(
            name,
            [deals for deals, _ in shown],
            [ratings.elo[bot] for _, ratings in shown],
            [ratings.intervals[bot] for _, ratings in shown],
        )
        for bot, name in enumerate(names)
    ]
    return charts.lines("Elo beside the last bot, with 95 % intervals.", drawn, "deals")


def _test_plot(course: Course) -> Markup:
    test = course.test
    assert test is not None
    line = Line("ratio", range(1, len(test.course) + 1), test.course)
    levels = [(test.bounds.lower, "H0"), (test.bounds.upper, "H1")]
    return charts.lines("The log-likelihood ratio, and where it decides.", [line], "deals", levels)
