"""Model of one player's possessions: dice by location, stacks, tableau."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.roll.model.dice import PHASES
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import Dice
from companion.games.roll.model.tiles import Side
from companion.games.roll.view.table_view import SeatTracking, StackView
from kivy_ui.games.roll.choosing.model import STACK_ICONS
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.turn.counters import CounterModel, CounterPresenter
from kivy_ui.games.roll.turn.table import ReadyLight, TablePresenter


@dataclass(frozen=True, slots=True)
class DiceRow:
    """The dice at one location.

    Attributes:
        text: further information, e.g. the tile on top.
        icon: icon of the location.
        count: number of dice or tiles; None if it is not shown.
    """

    place: str
    dice: tuple[str, ...]
    text: str = ""
    icon: str = ""
    count: int | None = None


@dataclass(frozen=True, slots=True)
class TileRow:
    """A completed tile: key, name, side, effect."""

    key: str
    name: str
    side: Side
    text: str


@dataclass(frozen=True, slots=True)
class EmpireModel:
    """Content of a player's panel.

    Attributes:
        chance: the player's chance to win; empty if it is not shown.
    """

    seat: int
    name: str
    colour: str
    light: ReadyLight
    counters: tuple[CounterModel, ...]
    dice: tuple[DiceRow, ...]
    tiles: tuple[TileRow, ...]
    chance: str


class EmpirePresenter:
    """Presenter of a player's panel in a fully tracked game."""

    def __init__(self, ui: RollContext, table: TablePresenter) -> None:
        self._ui = ui
        self._table = table
        self.counters: CounterPresenter = table.counters

    def model(self, number: int) -> EmpireModel | None:
        """Return a player's possessions; None if the seat is empty or not tracked."""
        seat, card = self._ui.seat(number), self._table.seat(number)
        if seat is None or card is None or seat.tracking is None:
            return None
        percent = self._ui.win_percent(number)
        return EmpireModel(
            seat=number,
            name=seat.name,
            colour=seat.colour,
            light=card.light,
            counters=card.counters[:2],
            dice=tuple(self._dice(seat.tracking)),
            tiles=tuple(self._tile(key) for key in seat.tracking.tableau),
            chance=f"{percent} %" if percent is not None else "",
        )

    def _dice(self, tracking: SeatTracking) -> Iterator[DiceRow]:
        words, translate = self._ui.words, self._ui.translate
        for place, dice, icon in (
            (translate("Cup"), tracking.cup, "cup"),
            (translate("Citizenry"), tracking.citizenry, "people"),
        ):
            yield DiceRow(place, _keys(dice), "", icon, len(dice))
        for phase, column in zip(PHASES, tracking.columns, strict=False):
            if column:
                yield DiceRow(words.phase(phase), _keys(column), "", phase.value, len(column))
        yield self._stack(
            translate("Development stack"), tracking.developments, Category.DEVELOPMENT
        )
        yield self._stack(translate("World stack"), tracking.worlds, Category.WORLD)
        worlds = tuple(dict.fromkeys(good.world for good in tracking.goods))
        for number, world in enumerate(worlds):
            dice = tuple(good.die for good in tracking.goods if good.world == world)
            name = self._ui.translate("on %(worlds)s", worlds=self._ui.tiles.name(world))
            if number:
                yield DiceRow("", _keys(dice), name)
            else:
                yield DiceRow(translate("Goods"), _keys(dice), name, "box", len(tracking.goods))

    def _stack(self, label: str, stack: StackView, category: Category) -> DiceRow:
        side = self._ui.tiles.of_tile(stack.top, category)
        text = ""
        if side is not None:
            text = self._ui.translate(
                "%(tile)s: %(there)s of %(needed)s workers",
                tile=self._ui.tiles.name(side.key),
                there=len(stack.workers),
                needed=side.cost,
            )
        return DiceRow(label, _keys(stack.workers), text, STACK_ICONS[category], stack.size)

    def _tile(self, key: str) -> TileRow:
        tiles = self._ui.tiles
        return TileRow(key, tiles.name(key), tiles.side(key), tiles.text(key))


def _keys(dice: Dice) -> tuple[str, ...]:
    return tuple(die.value for die in dice)
