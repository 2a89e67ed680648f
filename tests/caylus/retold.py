"""The whole game told a second time, as one tale: phase after phase, in the order of the rules.

`Tale(position).rounds()` is a generator: it yields who decides and between what, wants the text of an action
and carries it out. What it holds must at every decision be what the engine's position says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from itertools import combinations

from tests.caylus.by_hand import tile_text
from tests.caylus.printed import BUILDS, OWNERS_CUBE, SECTIONS, TILES, YIELDS
from tests.caylus.retold_table import KIND, Table, kinds, multisets
from tests.caylus.stage import KINDS

Choice = Generator[tuple[int, set[str]], str, str]
Course = Generator[tuple[int, set[str]], str, None]
STEPS = (-3, -2, -1, 1, 2, 3)


class Tale(Table):
    """A game from a position at the beginning of phase 2 on."""

    # what players hold

    def ask(self, seat: int, options: Iterable[str]) -> Choice:
        """What there is no choice about is not asked."""
        found = set(options)
        if len(found) == 1:
            return found.pop()
        answer = yield seat, found
        return answer

    # the round

    def rounds(self) -> Course:
        while True:
            yield from self.placing()
            yield from self.special()
            self.begin()
            for seat in self.passed:
                yield from self.move_provost(seat, self.seats[seat]["deniers"], 1)
            yield from self.run_road()
            yield from self.build_castle()
            yield from self.end_round()
            if self.scored == 3:
                self.count()
                return
            if len(self.order) == 2:
                self.order.reverse()
            self.round += 1
            self.passed = []
            for seat in self.order:
                self.take(seat, self.income(seat))

    def placing(self) -> Course:
        self.begin()
        while len(self.passed) < len(self.order):
            for seat in self.order:
                if seat in self.passed:
                    continue
                held = self.seats[seat]["deniers"]
                free = self.targets(seat) if self.home(seat) else {}
                able = {text for text, place in free.items() if self.cost(seat, place) <= held}
                text = yield from self.ask(seat, {"pass"} | {f"place {name}" for name in able})
                if text == "pass":
                    self.passed.append(seat)
                    self.take(seat, int(len(self.passed) == 1))
                else:
                    place = free[text.removeprefix("place ")]
                    self.pay(seat, self.cost(seat, place))
                    self.put(seat, place)

    def special(self) -> Course:
        """CAY-6."""
        self.begin()
        if "gate" in self.at:
            seat = self.at["gate"]
            free = self.targets(seat)
            text = yield from self.ask(seat, {"take back"} | {f"move {name}" for name in free})
            del self.at["gate"]
            if text != "take back":
                self.put(seat, free[text.removeprefix("move ")])
        if "trading_post" in self.at:
            self.take(self.at.pop("trading_post"), 3)
        if "merchants_guild" in self.at:
            yield from self.move_provost(self.at["merchants_guild"], 3, 0)
            del self.at["merchants_guild"]
        if "joust_field" in self.at:
            seat = self.at["joust_field"]
            can = {"joust"} if self.has(seat, ["cloth"], 1) else set()
            if (yield from self.ask(seat, {"decline"} | can)) == "joust":
                self.pay(seat, 1, ["cloth"])
                yield from self.favours(seat, 1)
            del self.at["joust_field"]
        first = [self.at.pop(f"stables {circle}", None) for circle in (1, 2, 3)]
        front = [seat for seat in first if seat is not None]
        self.order = front + [seat for seat in self.order if seat not in front]
        yield from self.inn()

    def inn(self) -> Course:
        """CAY-6.7."""
        if "inn left" in self.at:
            self.at["inn right"] = self.at.pop("inn left")
        elif "inn right" in self.at:
            seat = self.at["inn right"]
            if (yield from self.ask(seat, {"leave", "take back"})) == "take back":
                del self.at["inn right"]

    def move_provost(self, seat: int, most: int, price: int) -> Course:
        """CAY-6.4, CAY-7."""
        able = [step for step in STEPS if abs(step) <= most and 1 <= self.provost + step <= 28]
        text = yield from self.ask(seat, {"decline"} | {f"provost {step:+d}" for step in able})
        if text != "decline":
            steps = int(text.removeprefix("provost "))
            self.provost += steps
            self.pay(seat, price * abs(steps))

    def run_road(self) -> Course:
        """CAY-8.1, CAY-8.6."""
        self.begin()
        for space in range(1, 29):
            place = f"road {space}"
            if place not in self.at:
                continue
            if space <= self.provost:
                yield from self.use(self.at[place], space)
            del self.at[place]
            if "pending" in self.road[space]:
                self.convert(self.road[space]["pending"], space)

    def use(self, seat: int, space: int) -> Course:
        """CAY-8.2 to CAY-8.5: the effect of a tile for the worker that stands on it."""
        tile, owner = self.road[space]["tile"], self.owner(space)
        if tile in YIELDS:
            texts = {f"produce {KIND[letters[0]]}": letters for letters in YIELDS[tile]}
            text = yield from self.ask(seat, texts)
            self.take(seat, cubes=kinds(texts[text]))
            if tile in OWNERS_CUBE and owner not in (None, seat):
                choice = yield from self.ask(owner, {f"bonus {kind}" for kind in kinds(OWNERS_CUBE[tile])})
                self.take(owner, cubes=[choice.removeprefix("bonus ")])
        elif tile in BUILDS:
            yield from self.build(seat, {"decline"}, {BUILDS[tile]: ""}, None)
        elif tile == "lawyer":
            yield from self.build(seat, {"decline"}, {}, 1)
        else:
            deals = self.deals(seat, tile)
            text = yield from self.ask(seat, {"decline", *deals})
            deniers, paid, vp, got = deals.get(text, (0, (), 0, ()))
            self.pay(seat, max(deniers, 0), paid)
            self.take(seat, max(-deniers, 0), got)
            self.gain(seat, "trades", vp)

    # building

    def build(self, seat: int, texts: set[str], cheaper: dict[str, str], fee: int | None) -> Course:
        """CAY-8.3, CAY-8.4, CAY-11.5.4: classes to build, each so much cheaper; a fee to convert."""
        tiles = {f"build {tile_text(tile)}": tile for tile in TILES if self.can_build(seat, tile, cheaper)}
        spaces = {} if fee is None else {f"convert {self.name(s)}": s for s in self.convertible(seat, fee)}
        text = yield from self.ask(seat, texts | set(tiles) | set(spaces))
        if text in spaces:
            self.pay(seat, fee or 0, ["cloth"])
            self.road[spaces[text]]["pending"] = seat
            if f"road {spaces[text]}" not in self.at:
                self.convert(seat, spaces[text])
        elif text in tiles:
            yield from self.lay(seat, text, tiles[text], self.price(tiles[text], cheaper))

    def lay(self, seat: int, text: str, tile: str, cubes: list[str]) -> Course:
        kind, cost, vp, favours, _ = TILES[tile]
        if "?" in cost:
            left = self.seats[seat]["cubes"] - Counter(cubes)
            paid = yield from self.ask(seat, {f"{text} with {kind}" for kind in KINDS if left[kind]})
            cubes = [*cubes, paid.split()[-1]]
        space = self.unbuilt()
        if kind == "prestige":
            site = yield from self.ask(seat, {f"{text} on {space}" for space in self.residences(seat)})
            space = int(site.split()[-1])
        assert space
        self.pay(seat, cubes=cubes)
        self.road[space] = {"tile": tile, "owner": seat}
        self.gain(seat, "buildings", 3 if tile == "church" and self.revised else vp)
        yield from self.favours(seat, favours)

    # favours

    def favours(self, seat: int, count: int) -> Course:
        """CAY-11.2, CAY-14: nested ones first (CAY-15.6)."""
        own = self.seats[seat]
        for _ in range(count):
            left = [row for row in own["columns"] if row not in own["rows"]]
            if self.simplified:
                self.gain(seat, "favours", 3)
            elif left:
                names = {"vp": "prestige", "deniers": "money", "cubes": "cubes", "build": "build"}
                texts = {f"favour {names[row]}": row for row in left}
                row = texts[(yield from self.ask(seat, texts))]
                own["rows"].append(row)
                own["columns"][row] = max(own["columns"][row], min(own["columns"][row] + 1, self.open()))
                yield from self.use_row(seat, row, own["columns"][row])

    def use_row(self, seat: int, row: str, column: int) -> Course:
        """CAY-11.5."""
        if row == "vp":
            self.gain(seat, "favours", column)
        elif row == "deniers":
            self.take(seat, column + 2)
        elif row == "build":
            classes = [("wood", "W"), ("stone", "S"), ("prestige", "")]
            open_now = [pair for pair, need in zip(classes, (2, 3, 5), strict=True) if column >= need]
            yield from self.build(seat, {"decline"}, dict(open_now), 0 if column >= 4 else None)
        else:
            taken = [kind for kind, need in zip(KINDS, (1, 2, 2, 3, 5), strict=True) if column >= need]
            given = [kind for kind in KINDS if column >= 4 and self.has(seat, [kind])]
            texts = {f"take {kind}" for kind in taken} | {f"swap {kind}" for kind in given}
            text = yield from self.ask(seat, {"decline"} | texts)
            if text.startswith("take"):
                self.take(seat, cubes=[text.split()[1]])
            elif text.startswith("swap"):
                pairs = {f"{text} for {' '.join(pair)}": pair for pair in multisets(2)}
                self.take(seat, cubes=pairs[(yield from self.ask(seat, pairs))])
                self.pay(seat, cubes=[text.split()[1]])

    # the castle

    def build_castle(self) -> Course:
        """CAY-9."""
        self.begin()
        queue = [self.at[f"castle {place}"] for place in range(1, 6) if f"castle {place}" in self.at]
        given = dict.fromkeys(queue, 0)
        for seat in queue:
            while section := self.room():
                batches = {f"batch food {a} {b}": ("food", a, b) for a, b in combinations(KINDS[1:], 2)}
                able = {text for text, batch in batches.items() if self.has(seat, batch)}
                text = yield from self.ask(seat, {"decline"} | able)
                if text == "decline":
                    break
                self.pay(seat, cubes=batches[text])
                self.castle[section].append(seat)
                self.gain(seat, "castle", SECTIONS[section][1])
                given[seat] += 1
            if not given[seat] and self.room():
                self.lose(seat, 2)
        most = max(given.values(), default=0)
        if most:
            yield from self.favours(next(seat for seat in queue if given[seat] == most), 1)
        for place in range(1, 6):
            self.at.pop(f"castle {place}", None)

    def end_round(self) -> Course:
        """CAY-10."""
        self.begin()
        self.bailiff += 2 if self.provost > self.bailiff else 1
        self.provost = self.bailiff
        for name in [*SECTIONS][self.scored :]:
            _, _, space, results = SECTIONS[name]
            if self.free(name) and self.bailiff < space:
                return
            for seat in self.order:
                result = results[self.castle[name].count(seat)]
                self.lose(seat, max(-result, 0))
                yield from self.favours(seat, max(result, 0))
            self.scored += 1
