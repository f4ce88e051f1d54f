"""How many taps a final position takes: ``python -m tests.ui.score_entry_taps`` prints the figures.

A tap is a touch on a key, a tab, a card or an arrow at 800 x 480. Positions are the ends of
simulated games.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, quantiles
from typing import Any

from companion.catalog import load_roll_catalog
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Good, SeatScore
from companion.games.roll.model.state import GameState
from companion.games.roll.model.tiles import Development, Measure
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.scoring import FinalEmpire, OwnedDice, score
from companion.session.service_ports import TilesReading
from companion.simulation.playing import game_rng, play
from companion.tableau.from_picture import FACTION
from kivy_ui.asking.draft import Give
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.score_entry.draft import Dice, Part
from kivy_ui.games.roll.tiles.tile_cards import TILE_GROUPS
from kivy_ui.pages.forms import Entry
from kivy_ui.pages.scores import Result, Tally
from kivy_ui.settings import Services
from kivy_ui.window.presenters import Presenters
from tests.scorefile.entered import result
from tests.some import of, there
from tests.ui.at_source import AtSource
from tests.ui.contexts import a_context
from tests.ui.tally_answers import dice, good, owned, part, piece, typed
from tests.ui.tile_scans import DrawnTiles, a_reading

CATALOG = load_roll_catalog()
START_TILES = 3
_CHECKED = 0.05
"""Share of tiles that the camera asks about, at most."""


@dataclass(frozen=True)
class Position:
    """One player's part of a final position, as it lies on the table."""

    name: str
    vp_chips: int
    credits: int
    faction: int
    home_world: str
    tiles: tuple[str, ...]
    cup: tuple[DieType, ...]
    elsewhere: tuple[DieType, ...]
    goods: tuple[Good, ...]

    def empire(self) -> FinalEmpire:
        sides = [*CATALOG.faction(self.faction).halves, CATALOG.sides[self.home_world]]
        sides += [CATALOG.sides[key] for key in self.tiles]
        dice = OwnedDice(cup=self.cup, citizenry=self.elsewhere, goods=self.goods)
        return FinalEmpire(self.name, self.vp_chips, self.credits, tuple(sides), dice)


def positions(players: int, games: int, seed: int) -> list[tuple[Position, ...]]:
    """The ends of simulated games."""
    rules = Rules(CATALOG)
    return [_final(play(rules, players, game_rng(seed, players, n)).state) for n in range(games)]


def _final(state: GameState) -> tuple[Position, ...]:
    found = []
    for empire in state.empires:
        holdings = there(empire.holdings)
        assert empire.player.faction is not None
        found.append(
            Position(
                name=empire.name,
                vp_chips=empire.vp_chips,
                credits=empire.credits,
                faction=empire.player.faction,
                home_world=holdings.tableau[START_TILES - 1],
                tiles=holdings.tableau[START_TILES:],
                cup=holdings.cup,
                elsewhere=(*holdings.citizenry, *holdings.developers, *holdings.settlers),
                goods=holdings.goods,
            )
        )
    return tuple(found)


class Taps:
    """Enters positions on the pages and counts the taps, on arrows to further parts, too."""

    def __init__(self, names: Sequence[str], **services: Any) -> None:
        ui, _ = a_context(None, player_names=tuple(names), services=Services(**services))
        self.pages = Presenters(ui).tally
        self.pages.enter()
        self.at = AtSource(self.pages)
        self.taps = 0

    def enter(self, table: Sequence[Position]) -> list[int]:
        """Enter everybody, as the main button leads; the taps of each."""
        counted = []
        for position in table:
            self.taps = 0
            assert self.pages.draft.now.name == position.name
            self._enter(position)
            counted.append(self.taps)
        return counted

    def result(self, table: Sequence[Position]) -> tuple[SeatScore, ...]:
        """The result after the last tap; equal totals ask for credits and cups."""
        self.taps = 0
        for _ in range(4 * len(table)):
            page, draft = self.at.page, self.pages.draft
            if page.sheet is not None or isinstance(page.body, Result):
                break
            position = table[draft.player]
            if draft.part is Part.CREDITS and draft.now.credits is None:
                self._tap(Give(draft.player + 1, (Part.CREDITS.value, position.credits)))
            elif draft.dice is Dice.CUP and draft.now.cup is None:
                for digit in str(len(position.cup)):
                    self._tap(typed(self.pages.draft, int(digit)))
            main = self.at.page.main
            if main is not None and main.key is not None:
                self._main()
        return result(self.pages.draft.players, CATALOG)

    def _enter(self, position: Position) -> None:
        self._tap(piece(self.pages.draft, f"faction_{position.faction}"))
        self._tap(piece(self.pages.draft, position.home_world))
        sides = [CATALOG.sides[key] for key in position.tiles]
        shown = self.pages.draft.group
        for group in sorted(TILE_GROUPS, key=lambda each: each != shown):
            inside = list(filter(group.has, sides))
            if inside and self.pages.draft.group != group:
                self._tap(group)
            for each in inside:
                self._tap(piece(self.pages.draft, each.key))
        self._main()
        self._enter_chips(position)
        if self.pages.draft.dice is Dice.OWNED and self.pages.draft.now.name == position.name:
            self._enter_dice(position)
            self._main()

    def _enter_chips(self, position: Position) -> None:
        for digit in str(position.vp_chips):
            body = of(Tally, self.at.page.body)
            self._tap(of(Entry, body.body).digits[int(digit)])
        self._main()

    def _enter_dice(self, position: Position) -> None:
        """Only what a bonus of the player counts."""
        measures, counted = _measures(position), _counted(position)
        goods = tuple(good.die for good in position.goods)
        own = Counter((*position.cup, *position.elsewhere, *goods))
        for die in DieType:
            there = owned(self.pages.draft.now, die)
            wrong = there != own[die] if die in counted else bool(there) != bool(own[die])
            if wrong and (die in counted or Measure.COUNT_DIE_COLOURS in measures):
                step = 1 if own[die] > there else -1
                for count in range(there + step, own[die] + step, step):
                    self._tap(dice(die, count))
        if Measure.COUNT_GOODS in measures:
            self._tap(part(self.pages.draft, Part.DICE, Dice.GOODS))
            for world, count in Counter(good.world for good in position.goods).items():
                while sum(g.world == world for g in self.pages.draft.now.goods) != count:
                    self._tap(good(self.pages.draft, world))

    def _main(self) -> None:
        self.taps += 1
        self.at.main()

    def _tap(self, key: object) -> None:
        self.taps += 1 + self.at.touch(key)


def _measures(position: Position) -> set[Measure]:
    sides = [CATALOG.sides[key] for key in position.tiles]
    return {s.bonus.measure for s in sides if isinstance(s, Development) and s.bonus is not None}


def _counted(position: Position) -> set[DieType]:
    sides = [CATALOG.sides[key] for key in position.tiles]
    return {
        die
        for side in sides
        if isinstance(side, Development) and side.bonus is not None
        for die in side.bonus.dice
    }


def seen(position: Position, chance: Random) -> tuple[TilesReading, list[str]]:
    """What the camera reads of a tableau, some tiles with a doubt; and the tiles that lie there."""
    keys = [f"{FACTION}{position.faction}", position.home_world, *position.tiles]
    unsure = {place for place in range(len(keys)) if chance.random() < _CHECKED}
    worlds = [(good.world, good.die.value) for good in position.goods]
    dice: list[tuple[int | None, str]] = [
        (keys.index(world) if world in keys else 0, die) for world, die in worlds
    ]
    dice += [(None, die.value) for die in (*position.cup, *position.elsewhere)]
    return a_reading(keys, unsure=unsure, dice=dice), keys


class CameraTaps(Taps):
    """Enters positions by pictures of the tableaus; chips, and what breaks ties, by hand."""

    def __init__(self, table: Sequence[Position], chance: Random) -> None:
        self.seen = [seen(position, chance) for position in table]
        scans = DrawnTiles([reading for reading, _ in self.seen])
        super().__init__([each.name for each in table], tiles=scans)

    def enter(self, table: Sequence[Position]) -> list[int]:
        """Enter everybody; the picture of the next player is taken by itself."""
        counted = []
        self._tap(do(self.pages.look))
        for position, (_, keys) in zip(table, self.seen, strict=True):
            self.at.page  # noqa: B018 - the picture is taken by looking
            while (index := self.pages.camera.asked()) is not None:
                self._tap(do(self.pages.camera.answer, keys[index]))
            self._main()
            self._enter_chips(position)
            counted.append(self.taps)
            self.taps = 0
        return counted


def measured(
    players: int, games: int, seed: int, *, by_camera: bool = False
) -> tuple[list[int], list[int], int]:
    """Taps of every table, those for ties and results, and how many of these are right."""
    counted: list[int] = []
    ties: list[int] = []
    right, chance = 0, Random(seed)
    for table in positions(players, games, seed):
        names = [position.name for position in table]
        hand = CameraTaps(table, chance) if by_camera else Taps(names)
        counted.append(sum(hand.enter(table)))
        expected = score([position.empire() for position in table])
        found = hand.result(table)
        ties.append(hand.taps)
        right += [p.total for p in found] == [p.total for p in expected]
        right += [p.rank for p in found] == [p.rank for p in expected]
    return counted, ties, right


def main() -> int:
    """Print the figures."""
    players, games = 4, 50
    for how in ("by hand", "with the camera"):
        counted, ties, right = measured(players, games, seed=1, by_camera=how != "by hand")
        sys.stdout.write(
            f"{players} players, {games} games, {how}: {fmean(counted):.1f} taps a table on "
            f"average, 95 % take at most {quantiles(counted, n=20)[-1]:.0f}, the most "
            f"{max(counted)}; for ties at most {max(ties)} more; "
            f"{right} of {2 * games} totals and winners right\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
