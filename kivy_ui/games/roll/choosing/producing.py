"""Choices in Produce: which die becomes a good on which world (R-8.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.roll.model.commands import Produce
from companion.games.roll.view.table_view import Option
from kivy_ui.games.roll.choosing.model import ChoiceAction
from kivy_ui.games.roll.context import RollContext


class ProduceChoices:
    """A player's choices in Produce.

    Args:
        ui: context of the presenters.
    """

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui

    def actions(self, options: Sequence[Option]) -> Iterator[ChoiceAction]:
        """Yield a button for each good."""
        for option in options:
            if isinstance(option.command, Produce):
                good = option.command.goods[0]
                text = self._ui.translate(
                    "%(die)s on %(world)s",
                    die=self._ui.words.die(good.die),
                    world=self._ui.tiles.name(good.world),
                )
                yield ChoiceAction(text, option.command, "plus")
