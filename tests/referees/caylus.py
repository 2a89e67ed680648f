"""The referee of Caylus: the whole game told a second time, phase after phase, in the order of the rules.

`Referee.rounds` is a generator: it yields who decides and between what, is sent the text that was chosen, and
carries it out.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from typing import Any

from tests.referees import caylus_offers as offers
from tests.referees import caylus_printed as printed
from tests.referees.caylus_table import Building, Table, tile_text
from tests.referees.caylus_view import shown

CHANCE = "nature"

Course = Generator[tuple[int | str, set[str]], str, None]
Choice = Generator[tuple[int | str, set[str]], str, str]


class Referee(Table):
    """A game from the start, or from a stated position at the beginning of phase 2."""

    def __init__(self, players: int, options: Mapping[str, Any], stated: bool = False) -> None:
        """With `stated` the options are a whole position (docs/positions.md)."""
        super().__init__(players, options)
        self.options = options
        self.asked = "nothing"
        self.course = self.rounds(stated)
        self.decider: int | str | None
        self.decider, self.texts = next(self.course)

    # what the driver asks

    def waiting(self) -> set[int | str]:
        return set() if self.decider is None else {self.decider}

    def weights(self) -> dict[str, int]:
        assert self.decider == CHANCE
        return dict.fromkeys(self.texts, 1)

    def draw(self, text: str) -> None:
        self.play(CHANCE, text)

    def legal(self, seat: int) -> set[str]:
        assert self.decider == seat
        return self.texts

    def play(self, seat: int | str, text: str) -> None:
        assert self.decider == seat
        assert text in self.texts
        try:
            self.decider, self.texts = self.course.send(text)
        except StopIteration:
            self.decider, self.texts, self.asked = None, set(), "nothing"

    def points(self) -> list[dict[str, int]]:
        return [dict(player.points) for player in self.players]

    def ranks(self) -> list[int]:
        """CAY-12.5, R-28."""
        totals = [player.points.total() for player in self.players]
        return [1 + sum(other > own for other in totals) for own in totals]

    def known(self, seat: int | None) -> dict[str, Any]:
        """CAY-3.3: everybody sees everything."""
        is_over = self.decider is None
        return {
            **shown(self),
            "seat": seat,
            "ask": self.asked,
            "actor": self.decider,
            "waiting": list(self.waiting()),
            "over": is_over,
            "ranks": self.ranks() if is_over else None,
        }

    # the whole game

    def rounds(self, stated: bool) -> Course:
        """CAY-3.1, CAY-10.4.2, CAY-13.2."""
        if stated:
            self.restore(self.options)
        else:
            yield from self.setup()
            self.income_phase()
        while True:
            yield from self.place_workers()
            yield from self.special_spaces()
            yield from self.provost_phase()
            yield from self.road_buildings()
            yield from self.build_castle()
            yield from self.end_round()
            if self.current() is None:
                break
            if len(self.players) == 2:
                self.order.reverse()
            self.income_phase()
        self.final_count()

    def begin(self, phase: str) -> None:
        """CAY-11.4.3: rows of favours may be used again."""
        self.phase = phase
        for player in self.players:
            player.used = []

    def ask(self, seat: int, kind: str, texts: Iterable[str]) -> Choice:
        """What there is no choice about is not asked (chapter "Decisions")."""
        found = set(texts)
        if len(found) == 1:
            return found.pop()
        self.asked = kind
        return (yield seat, found)

    # 2. Setup

    def setup(self) -> Course:
        """CAY-2."""
        tiles = yield from self.lots("lay", self.options.get("neutral_tiles"), printed.NEUTRAL)
        self.road |= {space: Building(tile) for space, tile in enumerate(tiles, 1)}
        self.order = yield from self.lots("order", self.options.get("turn_order"), range(len(self.players)))
        for seat, deniers in zip(self.order, printed.START_DENIERS[len(self.players)], strict=True):
            self.take(seat, deniers, printed.START_CUBES)

    def lots(self, verb: str, given: Any, things: Iterable[Any]) -> Generator[Any, str, list[Any]]:
        """CAY-2.1, CAY-2.4: what lies where options say nothing; the last one needs no lot."""
        found = list(given or [None for _ in things])
        for index, thing in enumerate(found):
            if thing is None:
                left = {f"{verb} {tile_text(str(other))}": other for other in things if other not in found}
                found[index] = left[(yield CHANCE, set(left)) if len(left) > 1 else next(iter(left))]
        return found

    # 4. Phase 1: income

    def income_phase(self) -> None:
        """CAY-4; a round begins."""
        self.begin("income")
        self.round += 1
        for seat in self.order:
            self.take(seat, self.income(seat))

    # 5. Phase 2: placing workers

    def place_workers(self) -> Course:
        """CAY-5.1.1."""
        self.begin("placing")
        while len(self.passed) < len(self.players):
            for seat in self.order:
                if seat not in self.passed:
                    yield from self.place_or_pass(seat)

    def place_or_pass(self, seat: int) -> Course:
        """CAY-5.1, CAY-5.2 (D-01)."""
        places = self.open_places(seat) if self.home(seat) else {}
        able = {
            f"place {name}": place
            for name, place in places.items()
            if self.cost(seat, place) <= self.players[seat].deniers
        }
        text = yield from self.ask(seat, "place", {"pass", *able})
        if text in able:
            self.pay(seat, self.cost(seat, able[text]))
            self.put(seat, able[text])
        else:
            self.passed.append(seat)
            self.take(seat, int(len(self.passed) == 1))

    # 6. Phase 3: special spaces

    def special_spaces(self) -> Course:
        """CAY-6."""
        self.begin("special")
        yield from self.gate()
        if "trading_post" in self.at:
            self.take(self.at.pop("trading_post"), 3)
        if "merchants_guild" in self.at:
            yield from self.move_provost(self.at["merchants_guild"], "guild", 3, 0)
            del self.at["merchants_guild"]
        if "joust_field" in self.at:
            yield from self.joust(self.at["joust_field"])
            del self.at["joust_field"]
        self.stables()
        yield from self.inn()

    def gate(self) -> Course:
        """CAY-6.2 (D-02)."""
        if "gate" in self.at:
            seat = self.at["gate"]
            able = {f"move {name}": place for name, place in self.open_places(seat).items()}
            text = yield from self.ask(seat, "gate", {"take back", *able})
            del self.at["gate"]
            if text in able:
                self.put(seat, able[text])

    def joust(self, seat: int) -> Course:
        """CAY-6.5 (D-04)."""
        able = {"joust"} if self.has(seat, ["cloth"], 1) else set()
        if (yield from self.ask(seat, "joust", {"decline", *able})) == "joust":
            self.pay(seat, 1, ["cloth"])
            yield from self.favours(seat, 1)

    def stables(self) -> None:
        """CAY-6.6, R-14."""
        front = [self.at.pop(circle) for circle in printed.STABLES if circle in self.at]
        self.order = front + [seat for seat in self.order if seat not in front]

    def inn(self) -> Course:
        """CAY-6.7 (D-05)."""
        if "inn left" in self.at:
            self.at["inn right"] = self.at.pop("inn left")
        elif "inn right" in self.at:
            text = yield from self.ask(self.at["inn right"], "inn", {"leave", "take back"})
            if text == "take back":
                del self.at["inn right"]

    # 7. Phase 4: the provost

    def provost_phase(self) -> Course:
        """CAY-7.1, CAY-7.6."""
        self.begin("provost")
        for seat in self.passed:
            yield from self.move_provost(seat, "provost", min(3, self.players[seat].deniers), 1)
        self.passed = []

    def move_provost(self, seat: int, kind: str, most: int, price: int) -> Course:
        """CAY-6.4, CAY-7.2 to CAY-7.5 (D-03, D-06)."""
        able = offers.steps(self, most)
        text = yield from self.ask(seat, kind, {"decline", *able})
        if text in able:
            self.provost += able[text]
            self.pay(seat, price * abs(able[text]))

    # 8. Phase 5: road buildings

    def road_buildings(self) -> Course:
        """CAY-8.1, CAY-8.6, CAY-8.4.7, CAY-15.4."""
        self.begin("road")
        for space in printed.ROAD:
            place = f"road {space}"
            if place not in self.at:
                continue
            if space <= self.provost:
                yield from self.use(self.at[place], self.road[space])
            del self.at[place]
            payer = self.road[space].pending
            if payer is not None:
                self.convert(payer, space)

    def use(self, seat: int, building: Building) -> Course:
        """CAY-8.2 to CAY-8.5: the effect of a tile for the worker that stands on it."""
        if building.tile in printed.YIELDS:
            yield from self.produce(seat, building)
        elif building.tile in printed.BUILDS:
            yield from self.build(seat, "build", {printed.BUILDS[building.tile]: ""}, None)
        elif building.tile == "lawyer":
            yield from self.build(seat, "lawyer", {}, 1)
        else:
            yield from self.deal(seat, printed.TRADES[building.tile], offers.deals(self, seat, building.tile))

    def produce(self, seat: int, building: Building) -> Course:
        """CAY-8.2 (D-07, D-08)."""
        yields = [offers.cubes(letters) for letters in printed.YIELDS[building.tile]]
        able = {f"produce {found[0]}": found for found in yields}
        self.take(seat, 0, able[(yield from self.ask(seat, "produce", able))])
        if building.tile in printed.OWNERS_CUBE and building.owner is not None and building.owner != seat:
            extra = {f"bonus {kind}": [kind] for kind in offers.cubes(printed.OWNERS_CUBE[building.tile])}
            self.take(building.owner, 0, extra[(yield from self.ask(building.owner, "bonus", extra))])

    def build(self, seat: int, kind: str, cheaper: dict[str, str], fee: int | None) -> Course:
        """CAY-8.3, CAY-8.4, CAY-11.5.4: classes to build, each so much cheaper; the fee to convert."""
        plans = offers.builds(self, seat, cheaper)
        spaces = {} if fee is None else offers.conversions(self, seat, fee)
        text = yield from self.ask(seat, kind, {"decline", *plans, *spaces})
        if text in plans:
            yield from self.lay(seat, plans[text])
        elif text in spaces:
            self.pay(seat, fee or 0, ["cloth"])
            if f"road {spaces[text]}" in self.at:
                self.road[spaces[text]].pending = seat
            else:
                self.convert(seat, spaces[text])

    def lay(self, seat: int, plan: offers.Plan) -> Course:
        """CAY-8.3.2 to CAY-8.3.9."""
        _, _, _, favours, _ = printed.TILES[plan.tile]
        self.pay(seat, 0, plan.cubes)
        self.road[plan.space] = Building(plan.tile, seat)
        self.gain(seat, "buildings", self.vp(plan.tile))
        yield from self.favours(seat, favours)

    def deal(self, seat: int, kind: str, able: dict[str, offers.Deal]) -> Course:
        """CAY-8.5, CAY-11.5.3."""
        text = yield from self.ask(seat, kind, {"decline", *able})
        if text in able:
            chosen = able[text]
            self.pay(seat, chosen.deniers_paid, chosen.paid)
            self.take(seat, chosen.deniers_got, chosen.got)
            self.gain(seat, "trades", chosen.vp)

    # 9. Phase 6: the castle

    def build_castle(self) -> Course:
        """CAY-9."""
        self.begin("castle")
        places = [place for place in printed.CASTLE if place in self.at]
        queue = [self.at[place] for place in places]
        given = [0 for _ in self.players]
        for seat in queue:
            yield from self.give_batches(seat, given)
        most = max(given)
        if most:
            yield from self.favours(next(seat for seat in queue if given[seat] == most), 1)
        for place in places:
            del self.at[place]

    def give_batches(self, seat: int, given: list[int]) -> Course:
        """CAY-9.2 to CAY-9.5, R-10 (D-20)."""
        while section := self.room():
            able = offers.batches(self, seat)
            text = yield from self.ask(seat, "batch", {"decline", *able})
            if text not in able:
                break
            self.pay(seat, 0, able[text])
            self.castle[section].append(seat)
            self.gain(seat, "castle", printed.SECTIONS[section][1])
            given[seat] += 1
        if not given[seat] and self.room():
            self.lose(seat, printed.NO_BATCH)

    # 10. Phase 7: end of the round

    def end_round(self) -> Course:
        """CAY-10."""
        self.begin("end")
        self.bailiff += 2 if self.provost > self.bailiff else 1
        self.provost = self.bailiff
        while section := self.current():
            _, _, space, _ = printed.SECTIONS[section]
            if self.free(section) and self.bailiff < space:
                break
            yield from self.score(section)

    def score(self, section: str) -> Course:
        """CAY-10.3, CAY-11.3: columns open when it is over."""
        _, _, _, results = printed.SECTIONS[section]
        for seat in self.order:
            result = results[self.castle[section].count(seat)]
            self.lose(seat, max(-result, 0))
            yield from self.favours(seat, max(result, 0))
        self.scored += 1

    # 11. Favours

    def favours(self, seat: int, count: int) -> Course:
        """CAY-11, CAY-14, CAY-15.6 (D-12)."""
        own = self.players[seat]
        for _ in range(count):
            left = {text: row for text, row in offers.ROWS.items() if row not in own.used}
            if self.simplified:
                self.gain(seat, "favours", 3)
            elif left:
                row = left[(yield from self.ask(seat, "row", left))]
                own.used.append(row)
                if own.columns[row] < self.open_columns():
                    own.columns[row] += 1
                yield from self.use_row(seat, row, own.columns[row])

    def use_row(self, seat: int, row: str, column: int) -> Course:
        """CAY-11.5 (D-12a to D-12c)."""
        if row == "prestige":
            self.gain(seat, "favours", column)
        elif row == "money":
            self.take(seat, column + 2)
        elif row == "cubes":
            yield from self.deal(seat, "favour_cubes", offers.favour_cubes(self, seat, column))
        else:
            classes = {2: ("wood", "W"), 3: ("stone", "S"), 5: ("prestige", "")}
            cheaper = dict(pair for need, pair in classes.items() if column >= need)
            yield from self.build(seat, "favour_build", cheaper, 0 if column >= 4 else None)

    # 12. End of the game

    def final_count(self) -> None:
        """CAY-12.2 to CAY-12.4."""
        self.phase = "over"
        for seat in range(len(self.players)):
            self.gain(seat, "final count", sum(self.count(seat).values()))
