"""Choices in Manage Empire: dice to recruit and to recall (R-10.1, R-10.2)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.roll.model.commands import Recall, Recruit
from companion.games.roll.view.table_view import SeatTracking, SeatView
from kivy_ui.games.roll.choosing.model import (
    ChoiceAction,
    ChoiceGroup,
    ChoiceTarget,
    Picked,
    dice_of,
    die_item,
    numbers_of,
)
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.texts.words import Words


class ManageChoices:
    """A player's choices in Manage Empire.

    Args:
        ui: context of the presenters.
    """

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui

    @property
    def _words(self) -> Words:
        return self._ui.words

    def groups(self, tracking: SeatTracking) -> Iterator[ChoiceGroup]:
        """Yield the groups of items that can be marked."""
        translate = self._words.translate
        if tracking.recruits:
            proposed = next(
                (c.dice for c in tracking.proposal.commands if isinstance(c, Recruit)), ()
            )
            items = tuple(die_item(self._words, die) for die in tracking.citizenry)
            title = translate(
                "Tap the dice to recruit: %(count)s for $%(count)s", count=tracking.recruits
            )
            marked = numbers_of(tracking.citizenry, proposed)
            yield ChoiceGroup("recruit", title, items, tracking.recruits, marked)
            return
        if "recall" not in tracking.open:
            return
        for key, title, dice in (
            ("developers", translate("Development stack"), tracking.developments.workers),
            ("settlers", translate("World stack"), tracking.worlds.workers),
        ):
            if dice:
                yield ChoiceGroup(
                    key, title, tuple(die_item(self._words, die) for die in dice), len(dice)
                )
        if tracking.goods:
            goods = tuple(
                die_item(self._words, good.die, good, f"({self._ui.tiles.name(good.world)})")
                for good in tracking.goods
            )
            yield ChoiceGroup("goods", translate("Goods"), goods, len(goods))

    def target(self, seat: SeatView, tracking: SeatTracking, picked: Picked) -> ChoiceTarget:
        """Return the cup with the recruited dice and the credits left."""
        translate, dice = self._words.translate, dice_of(picked["recruit"])
        left = max(1, seat.credits - len(dice))
        return ChoiceTarget(
            "cup",
            translate("Cup"),
            tuple(die.value for die in dice),
            count=f"{len(dice)} / {tracking.recruits}",
            full=len(dice) == tracking.recruits,
            note=translate("$%(left)s of $%(now)s left", now=seat.credits, left=left),
        )

    def actions(
        self, seat: SeatView, tracking: SeatTracking, picked: Picked
    ) -> Iterator[ChoiceAction]:
        """Yield the actions for the marked items."""
        translate = self._words.translate
        if tracking.recruits:
            dice = dice_of(picked["recruit"])
            ready = len(dice) == tracking.recruits
            command = Recruit(seat.seat, dice) if ready else None
            text = translate("Recruit %(count)s", count=len(dice))
            yield ChoiceAction(text, command, "cup", primary=True)
            return
        if not picked:
            return
        goods = tuple(picked.get("goods", ()))
        developers, settlers = (
            dice_of(picked.get("developers", ())),
            dice_of(picked.get("settlers", ())),
        )
        recall = Recall(seat.seat, developers, settlers, goods)  # type: ignore[arg-type] # goods
        count = len(developers) + len(settlers) + len(goods)
        yield ChoiceAction(
            translate("Recall %(count)s", count=count),
            recall if count else None,
            "cup",
            primary=True,
        )
