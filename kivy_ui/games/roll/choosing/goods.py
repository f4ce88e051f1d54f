"""Choosing in Produce and Ship: every possible task, the best on top (R-8.1, R-9.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.roll.model.commands import Produce, Ship, ShipTask
from companion.games.roll.view.table_view import Option
from kivy_ui.games.roll.choosing.model import ChoiceAction
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.texts.dice_text import gains_text
from kivy_ui.games.roll.texts.words import Words


class GoodsChoices:
    """What a player may choose in Produce and Ship.

    Args:
        ui: the presenters' ui.
    """

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui

    @property
    def _words(self) -> Words:
        return self._ui.words

    def actions(self, options: Sequence[Option]) -> Iterator[ChoiceAction]:
        """Yield each task as a button."""
        best = sorted(options, key=lambda each: (-each.vp, -each.credits))
        for option in best:
            yield ChoiceAction(self._said(option), option.command, _icon(option))

    def _said(self, option: Option) -> str:
        words, tiles = self._words, self._ui.tiles
        translate, command = words.translate, option.command
        match command:
            case Produce(goods=(good, *_)):
                return translate(
                    "%(die)s on %(world)s", die=words.colour(good.die), world=tiles.name(good.world)
                )
            case Ship(shipper=shipper, good=good, task=task, borrowed=borrowed):
                verb = translate("Consume") if task is ShipTask.CONSUME else translate("Trade")
                who = words.colour(shipper) + (f" {translate('(borrowed)')}" if borrowed else "")
                gain = gains_text(words, money=option.credits, vp=option.vp)
                return translate(
                    "%(verb)s %(world)s (%(good)s) with %(die)s: %(gain)s",
                    verb=verb,
                    world=tiles.name(good.world),
                    good=words.colour(good.die),
                    die=who,
                    gain=gain,
                )
            case _:
                return type(command).__name__


def _icon(option: Option) -> str:
    if isinstance(option.command, Ship):
        return "chip" if option.vp else "credits"
    return "plus"
