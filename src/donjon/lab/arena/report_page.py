"""Write the report of a tournament: one self-contained page with tables and plots as SVG."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from pathlib import Path

import numpy as np
from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup, escape

from donjon.kernel.games import games
from donjon.lab.arena.result import Outcome, Verdict, elo_course, points_of
from donjon.lab.arena.statistics import Interval
from donjon.lab.arena.tournament import Course

# In units of the drawing, which a phone shows at about their size.
WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 46, 20, 18, 38
_ROW = 34
_TICKS = 5
_MOST_BINS = 24
# Lines differ in their dashes, not by colour alone.
DASHES = ("", "7 3", "2 3", "9 3 2 3", "5 2", "1 2")


@dataclass(frozen=True)
class Line:
    """A named line; `ends` are the intervals around its points."""

    name: str
    xs: Sequence[float]
    ys: Sequence[float]
    ends: Sequence[Interval] = ()


def ticks(low: float, high: float) -> list[float]:
    """Return round numbers from low to high, about five."""
    if not high > low:
        return [low]
    rough = (high - low) / _TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= rough * 0.999)
    return [round(number * step, 10) for number in range(ceil(low / step), floor(high / step) + 1)]


def whiskers(rows: Sequence[tuple[str, float, Interval, float]]) -> Markup:
    """Draw shares from 0 to 1: a point with its interval for each name, a mark at the share of equal bots."""
    height = TOP + _ROW * len(rows) + BOTTOM
    left = RIGHT

    def x(share: float) -> float:
        return left + share * (WIDTH - left - RIGHT)

    parts = [_axis_below(x, [0, 0.25, 0.5, 0.75, 1], height, lambda share: f"{100 * share:.0f} %")]
    for number, (name, share, (low, high), expected) in enumerate(rows):
        y = TOP + _ROW * number + 24
        parts += [
            _text(left, y - 10, f"{name}: {100 * share:.1f} %", "label"),
            _path("equal", [(x(expected), y - 6), (x(expected), y + 6)]),
            _path(f"whisker bot{number % len(DASHES)}", [(x(low), y), (x(high), y)]),
            Markup('<circle class="bot{}" cx="{:.1f}" cy="{:.1f}" r="4"/>').format(
                number % len(DASHES), x(share), y
            ),
        ]
    return _svg(
        "Win shares with 95 % intervals; the upright marks are what equals would have.", height, parts
    )


def lines(title: str, drawn: Sequence[Line], below: str, levels: Sequence[tuple[float, str]] = ()) -> Markup:
    """Draw lines with the bands of their intervals; `levels` are values to mark, with their names."""
    xs = [value for line in drawn for value in line.xs]
    ys = [value for line in drawn for value in (*line.ys, *(end for ends in line.ends for end in ends))]
    ys += [level for level, _ in levels]
    x, y = _scale(min(xs), max(xs), LEFT, WIDTH - RIGHT), _scale(min(ys), max(ys), HEIGHT - BOTTOM, TOP)
    parts = [_axis_below(x, ticks(min(xs), max(xs)), HEIGHT, _number, below), _axis_left(y, min(ys), max(ys))]
    for level, name in levels:
        parts.append(_path("level", [(LEFT, y(level)), (WIDTH - RIGHT, y(level))]))
        parts.append(_text(WIDTH - RIGHT, y(level) - 4, name, "label end"))
    for number, line in enumerate(drawn):
        points = [(x(at), y(value)) for at, value in zip(line.xs, line.ys, strict=True)]
        if line.ends:
            upper = [(x(at), y(high)) for at, (_, high) in zip(line.xs, line.ends, strict=True)]
            lower = [(x(at), y(low)) for at, (low, _) in zip(line.xs, line.ends, strict=True)]
            parts.append(_path(f"band bot{number % len(DASHES)}", [*upper, *reversed(lower)], closed=True))
        parts.append(_path(f"line bot{number % len(DASHES)}", points, dashes=DASHES[number % len(DASHES)]))
    return _svg(title, HEIGHT, parts)


def histogram(title: str, values: Sequence[tuple[str, Sequence[int]]], below: str) -> Markup:
    """Draw the distribution of values, as a stepped line for each name: the part of all in each range."""
    every = [value for _, some in values for value in some]
    bins = max(1, min(_MOST_BINS, max(every) - min(every) + 1, ceil(2 * len(every) ** (1 / 3))))
    edges = np.linspace(min(every), max(every) + 1, bins + 1)
    drawn = []
    for name, some in values:
        parts = np.histogram(some, edges)[0] / max(1, len(some))
        xs = [float(edge) for edge in np.repeat(edges, 2)]
        ys = [0.0, *(float(100 * part) for part in np.repeat(parts, 2)), 0.0]
        drawn.append(Line(name, xs, ys))
    return lines(title, drawn, below)


def key(names: Sequence[str]) -> Markup:
    """Return the key of the lines: a dash and a name for each."""
    entries = [
        Markup('<li><svg viewBox="0 0 34 12" aria-hidden="true">{}</svg> {}</li>').format(
            _path(f"line bot{number % len(DASHES)}", [(1, 6), (33, 6)], dashes=DASHES[number % len(DASHES)]),
            name,
        )
        for number, name in enumerate(names)
    ]
    return Markup('<ul class="key">{}</ul>').format(Markup("").join(entries))


def _scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    width = (high - low) or 1.0
    return lambda value: start + (value - low) / width * (end - start)


def _number(value: float) -> str:
    return f"{value:g}"


def _axis_below(
    x: Callable[[float], float],
    at: Iterable[float],
    height: float,
    say: Callable[[float], str],
    below: str = "",
) -> Markup:
    bottom = height - BOTTOM
    parts = [
        _path("grid", [(x(value), TOP), (x(value), bottom)])
        + _text(x(value), bottom + 15, say(value), "tick")
        for value in at
    ]
    return Markup("").join([*parts, _text(WIDTH - RIGHT, height - 6, below, "label end")])


def _axis_left(y: Callable[[float], float], low: float, high: float) -> Markup:
    return Markup("").join(
        _path("grid", [(LEFT, y(value)), (WIDTH - RIGHT, y(value))])
        + _text(LEFT - 5, y(value) + 4, _number(value), "label end")
        for value in ticks(low, high)
    )


def _path(
    style: str, points: Sequence[tuple[float, float]], dashes: str = "", closed: bool = False
) -> Markup:
    way = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + ("Z" if closed else "")
    dashed = Markup(' stroke-dasharray="{}"').format(dashes) if dashes else ""
    return Markup('<path class="{}" d="{}"{}/>').format(style, way, dashed)


def _text(x: float, y: float, text: str, style: str) -> Markup:
    return Markup('<text class="{}" x="{:.1f}" y="{:.1f}">{}</text>').format(style, x, y, text)


def _svg(title: str, height: float, parts: Iterable[Markup]) -> Markup:
    return Markup('<svg viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        WIDTH, height, escape(title), Markup("").join(parts)
    )


# A heading, the plot, and whether it needs the key of the lines.
Plot = tuple[str, Markup, bool]


def write(course: Course, outcome: Outcome) -> str:
    """Return the page of a tournament, in HTML."""
    return _template().render(
        outcome=outcome,
        title=games[outcome.game].title,
        test=verdict_sentence(outcome.test, outcome.bots) if outcome.test else "",
        plots=_plots(course, outcome) if outcome.standings else [],
        key=key(outcome.bots),
    )


def verdict_sentence(test: Verdict, bots: list[str]) -> str:
    """Return a sentence: the state of the sequential test."""
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
        ("Win shares, and what equals would have", whiskers(shares), False),
        ("Points of a seat, % of games", histogram("How points are spread.", points, "points"), True),
        ("Elo as deals are played", _elo_plot(course), True),
    ]
    if course.test:
        plots.append(("The sequential test", _test_plot(course), False))
    return plots


def _elo_plot(course: Course) -> Markup:
    stops = elo_course(course)
    names = course.settings.bots
    # At first the bands of the intervals would fill the whole plot.
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
    return lines("Elo beside the last bot, with 95 % intervals.", drawn, "deals")


def _test_plot(course: Course) -> Markup:
    test = course.test
    assert test is not None
    line = Line("ratio", range(1, len(test.course) + 1), test.course)
    levels = [(test.bounds.lower, "H0"), (test.bounds.upper, "H1")]
    return lines("The log-likelihood ratio, and where it decides.", [line], "deals", levels)
