"""Texts of a player's options in a phase or Manage Empire, as titles of hints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import ShipTask, Spot
from companion.games.roll.phases.build import CompleteTile, PlaceWorkers
from companion.games.roll.phases.drawing import PlaceTiles, ReturnTile
from companion.games.roll.phases.explore import Rearrange, Scout, Stock
from companion.games.roll.phases.goods import Produce, Ship
from companion.games.roll.phases.manage import Recall, Recruit
from companion.games.roll.phases.round import FinishPhase
from companion.games.roll.rules.judge import Command
from companion.i18n import N_
from kivy_ui.games.roll.texts.dice_text import dice_text
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.games.roll.tiles.localised_tiles import LocalisedTiles

_PHASES: Final = {Category.DEVELOPMENT: Phase.DEVELOP, Category.WORLD: Phase.SETTLE}
_SHIP: Final = {
    ShipTask.TRADE: N_("Trade the good of %(world)s with %(die)s"),
    ShipTask.CONSUME: N_("Consume the good of %(world)s with %(die)s"),
}


class OptionText:
    """Converts commands to short imperatives.

    Args:
        words: the terms of the chosen language.
        tiles: the tile names in that language.
    """

    def __init__(self, words: Words, tiles: LocalisedTiles) -> None:
        self._words = words
        self._tiles = tiles

    def say(self, command: Command) -> str:  # noqa: C901 - one sentence for each command
        """Return the command's text."""
        translate = self._words.translate
        match command:
            case Stock(die=die):
                return translate("Stock with %(die)s", die=self._die(die))
            case Scout(die=die, abandon=gone):
                scout = translate("Scout with %(die)s", die=self._die(die))
                if not gone:
                    return scout
                return f"{scout}; {translate('abandon: %(spots)s', spots=self._spots(gone))}"
            case PlaceTiles(placings=placings):
                return "; ".join(
                    self._tile_to(number + 1, each.tile, each.stack, on_top=each.on_top)
                    for number, each in enumerate(placings)
                )
            case ReturnTile(spot=spot):
                return translate("Return: %(spots)s", spots=self._spots((spot,)))
            case Rearrange(developments=developments, worlds=worlds):
                stacks = {Category.DEVELOPMENT: developments, Category.WORLD: worlds}
                return "; ".join(
                    f"{self._words.phase(_PHASES[kind])}: {self._named(kind, stack)}"
                    for kind, stack in stacks.items()
                )
            case PlaceWorkers(dice=dice):
                return translate("Workers on the stack: %(dice)s", dice=self._dice(dice))
            case CompleteTile(workers=workers, to_cup=to_cup):
                done = translate("Complete the tile with %(dice)s", dice=self._dice(workers))
                cup = translate("to the cup: %(dice)s", dice=self._dice(to_cup))
                return f"{done}; {cup}" if to_cup else done
            case Produce(goods=goods):
                return "; ".join(
                    translate(
                        "Produce on %(world)s with %(die)s",
                        world=self._tiles.name(good.world),
                        die=self._die(good.die),
                    )
                    for good in goods
                )
            case Ship(shipper=die, good=good, task=task):
                world = self._tiles.name(good.world)
                return translate(_SHIP[task], world=world, die=self._die(die))
            case Recruit(dice=dice):
                return translate("Recruit: %(dice)s", dice=self._dice(dice))
            case Recall(developers=developers, settlers=settlers, goods=goods):
                back = (*developers, *settlers, *(good.die for good in goods))
                return translate("Recall: %(dice)s", dice=self._dice(back))
            case FinishPhase():
                return translate("Leave the stacks as they are")
            case _:
                return translate("Recall nothing")

    def _die(self, die: DieType) -> str:
        return self._words.colour(die)

    def _dice(self, dice: Iterable[DieType]) -> str:
        return dice_text(self._words, dice)

    def _spots(self, spots: tuple[Spot, ...]) -> str:
        return ", ".join(
            f"{self._words.phase(_PHASES[spot.stack])} {spot.index + 1}" for spot in spots
        )

    def _tile_to(self, number: int, tile: int, kind: Category, *, on_top: bool) -> str:
        translate = self._words.translate
        side = self._tiles.of_tile(tile, kind)
        what = translate("tile %(number)s", number=number)
        where = self._words.phase(_PHASES[kind])
        if on_top:
            where = translate("%(stack)s, on top", stack=where)
        return f"{self._tiles.name(side.key) if side is not None else what} → {where}"

    def _named(self, kind: Category, stack: tuple[int, ...]) -> str:
        sides = (self._tiles.of_tile(tile, kind) for tile in stack)
        names = (self._tiles.name(side.key) if side is not None else "?" for side in sides)
        return ", ".join(names) or "–"
