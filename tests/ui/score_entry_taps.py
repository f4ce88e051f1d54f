"""How many taps a final position takes: ``python -m tests.ui.score_entry_taps`` prints the figures.

A tap is a touch on a tab, a key, a group or a tile, as `tests/ui/test_score_entry_screen.py`
makes them in a window. Positions are the ends of simulated games.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, quantiles

from companion.catalog import load_roll_catalog
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Good
from companion.games.roll.model.state import GameState
from companion.games.roll.model.tiles import Development, Measure
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.scoring import FinalEmpire, FinalScore, OwnedDice, score
from companion.simulation.playing import game_rng, play
from kivy_ui.games.roll.score_entry.pages import DiceCell, EntryPage
from kivy_ui.games.roll.score_entry.presenter import ScoreEntryPresenter
from kivy_ui.games.roll.tiles.tile_groups import TILE_GROUPS
from tests.ui.contexts import a_context

CATALOG = load_roll_catalog()
START_TILES = 3


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
        holdings = empire.holdings
        assert holdings is not None
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
    """Enters positions into a presenter and counts the taps."""

    def __init__(self, names: Sequence[str]) -> None:
        ui, _ = a_context(None, player_names=tuple(names))
        self.score_entry = ScoreEntryPresenter(ui)
        self.score_entry.enter()
        self.taps = 0

    def enter(self, table: Sequence[Position]) -> list[int]:
        """Enter everybody; the taps of each."""
        counted = []
        for index, position in enumerate(table):
            self.taps = 0
            if index:
                self._tap(lambda: self.score_entry.choose(index))  # noqa: B023
            self._enter(position)
            counted.append(self.taps)
        return counted

    def result(self, table: Sequence[Position]) -> FinalScore:
        """The result after the last tap; ties are broken by entering what is in the cups."""
        found = self.score_entry.result()
        assert found is not None, [f.message for f in self.score_entry.findings()]
        best = [i for i, player in enumerate(found.players) if player.rank == 1]
        tied = [i for i, p in enumerate(found.players) if p.total == found.players[best[0]].total]
        for index in tied if len(tied) > 1 else ():
            self.score_entry.choose(index)
            self.score_entry.open(EntryPage.DICE)
            for die, count in Counter(table[index].cup).items():
                self.score_entry.choose_cell(DiceCell("elsewhere", die))
                for _ in range(min(count, self.score_entry.player.count("elsewhere", die))):
                    self.score_entry.step(-1)
                self.score_entry.choose_cell(DiceCell("cup", die))
                self._digits(count)
        again = self.score_entry.result()
        assert again is not None
        return again

    def _enter(self, position: Position) -> None:
        score_entry = self.score_entry
        self._expect(EntryPage.FACTION)
        self._tap(lambda: score_entry.choose_faction(position.faction))
        self._expect(EntryPage.HOME)
        self._tap(lambda: score_entry.choose_home(position.home_world))
        self._expect(EntryPage.NUMBERS)
        self._digits(position.vp_chips)
        self._tap(lambda: score_entry.choose_credits(position.credits))
        self._expect(EntryPage.TILES)
        sides = [CATALOG.sides[key] for key in position.tiles]
        for group in sorted(TILE_GROUPS, key=lambda each: each != score_entry.finder.group):
            inside = [
                side
                for side in sides
                if side.category is group.category and side.cost in group.costs
            ]
            if inside and score_entry.finder.group != group:
                self._tap(lambda: score_entry.finder.open_group(group))  # noqa: B023
            for side in inside:
                assert side in score_entry.finder.in_group()
                self._tap(lambda: score_entry.toggle_tile(side.key))  # noqa: B023
        self._enter_dice(position)

    def _enter_dice(self, position: Position) -> None:
        """Only what a bonus of the player counts."""
        score_entry = self.score_entry
        if not score_entry.needs_dice(score_entry.chosen):
            return
        self._tap(lambda: score_entry.open(EntryPage.DICE))
        measures, counted = _measures(position), _counted(position)
        if Measure.COUNT_GOODS in measures:
            for world, count in Counter(good.world for good in position.goods).items():
                while sum(good.world == world for good in score_entry.player.goods) != count:
                    self._tap(lambda: score_entry.tap_world(world))  # noqa: B023
        goods = tuple(good.die for good in position.goods)
        dice = Counter((*position.cup, *position.elsewhere, *goods))
        for die in DieType:
            there = score_entry.player.count("elsewhere", die)
            there += sum(good.die is die for good in score_entry.player.goods)
            wrong = there != dice[die] if die in counted else bool(there) != bool(dice[die])
            if not wrong or (die not in counted and Measure.COUNT_DIE_COLOURS not in measures):
                continue
            if there + 1 == dice[die]:
                self._tap(lambda: score_entry.one_more(die))  # noqa: B023
            else:
                self._tap(lambda: score_entry.choose_cell(DiceCell("elsewhere", die)))  # noqa: B023
                lying = sum(good.die is die for good in score_entry.player.goods)
                self._digits(max(0, dice[die] - lying))

    def _expect(self, page: EntryPage) -> None:
        assert self.score_entry.page is page

    def _digits(self, number: int) -> None:
        for digit in str(number):
            self._tap(lambda: self.score_entry.digit(int(digit)))  # noqa: B023

    def _tap(self, action: object) -> None:
        self.taps += 1
        action()  # type: ignore[operator]


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


def measured(players: int, games: int, seed: int) -> tuple[list[int], int]:
    """Taps of every player, and how many totals came out right."""
    counted: list[int] = []
    right = 0
    for table in positions(players, games, seed):
        hand = Taps([position.name for position in table])
        counted += hand.enter(table)
        expected = score([position.empire() for position in table])
        found = hand.result(table)
        right += [p.total for p in found.players] == [p.total for p in expected.players]
        right += found.winners == expected.winners
    return counted, right


def main() -> int:
    """Print the figures."""
    players, games = 4, 50
    counted, right = measured(players, games, seed=1)
    p95 = quantiles(counted, n=20)[-1]
    sys.stdout.write(
        f"{players} players, {games} games: {fmean(counted):.1f} taps a player on average, "
        f"95 % take at most {p95:.0f}, the most {max(counted)}; "
        f"{sum(count <= 25 for count in counted)} of {len(counted)} players take 25 or fewer; "
        f"{right} of {2 * games} totals and winners right\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
