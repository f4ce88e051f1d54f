"""Choices in Explore: explorer, tiles to abandon, where tiles go (R-6.2, R-6.3, R-6.5)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.roll.model.commands import ReturnTile, Spot, Stock
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.macros import Goal, PlaceDrawn, RearrangeBy, ScoutTo
from companion.games.roll.view.table_view import Option, SeatTracking, SeatView
from kivy_ui.games.roll.choosing.model import (
    STACK_ICONS,
    ChoiceAction,
    ChoiceGroup,
    ChoiceItem,
    Picked,
    die_item,
    stacked_name,
)
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.texts.words import Words


class ExploreChoices:
    """A player's choices in Explore.

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
        spots = tuple(self._spots(tracking))
        if tracking.returns:
            yield ChoiceGroup("return", translate("This tile goes back to the bag"), spots, 1, (0,))
            return
        if tracking.hand:
            goals = tuple(self._goals(tracking))
            for number in range(tracking.hand):
                title = translate(
                    "Tile %(number)s of %(count)s goes to", number=number + 1, count=tracking.hand
                )
                yield ChoiceGroup(f"tile{number}", title, goals, 1)
            return
        explorers = tuple(
            die_item(
                self._words,
                each.command.die,
                each,
                translate("(borrowed)") if each.command.borrowed else "",
                face=Phase.EXPLORE.value,
            )
            for each in tracking.options
            if isinstance(each.command, Stock)
        )
        if "stock" in tracking.open and explorers:
            yield ChoiceGroup("explorer", translate("Tap the explorer"), explorers, 1, (0,))
        if spots and {"scout", "rearrange"} & tracking.open:
            title = translate("Abandon tiles if you like: draw one more for each")
            if "rearrange" in tracking.open:
                title = translate("Tiles of the construction zone")
            yield ChoiceGroup("spots", title, spots, len(spots))

    def actions(
        self, seat: SeatView, tracking: SeatTracking, picked: Picked
    ) -> Iterator[ChoiceAction]:
        """Yield the actions for the marked items."""
        translate = self._words.translate
        number = seat.seat
        if "return" in picked:
            spot = next((each for each in picked["return"] if isinstance(each, Spot)), None)
            yield ChoiceAction(
                translate("Return"), spot and ReturnTile(number, spot), "back", primary=True
            )
            return
        if tracking.hand:
            goals = tuple(g for group in picked.values() for g in group if isinstance(g, Goal))
            ready = len(goals) == tracking.hand
            yield ChoiceAction(
                translate("Place"),
                PlaceDrawn(number, goals) if ready else None,
                "check",
                primary=True,
            )
            return
        spots = tuple(each for each in picked.get("spots", ()) if isinstance(each, Spot))
        for chosen in picked.get("explorer", ()):
            if isinstance(chosen, Option) and isinstance(chosen.command, Stock):
                yield from self._explorer_actions(tracking, chosen, chosen.command, spots)
        if "rearrange" in tracking.open:
            for stack, text in (
                (Category.DEVELOPMENT, translate("Put on the development stack")),
                (Category.WORLD, translate("Put on the world stack")),
            ):
                command = self._rearranged(number, tracking, spots, stack) if spots else None
                yield ChoiceAction(text, command, STACK_ICONS[stack])

    def _explorer_actions(
        self, tracking: SeatTracking, option: Option, stock: Stock, spots: tuple[Spot, ...]
    ) -> Iterator[ChoiceAction]:
        translate = self._words.translate
        text = translate("Stock: full, $10")
        if option.credits:
            text = translate("Stock: %(gain)s", gain=f"+{option.credits} $")
        yield ChoiceAction(text, stock, "credits")
        if "scout" in tracking.open:
            count = 1 + len(spots)
            text = translate.plural("Scout %(count)s tile", "Scout %(count)s tiles", count)
            if spots:
                text = translate("Abandon, then %(scout)s", scout=text)
            yield ChoiceAction(
                text, ScoutTo(stock.seat, stock.die, stock.borrowed, spots), "tile", primary=True
            )

    def _spots(self, tracking: SeatTracking) -> Iterator[ChoiceItem]:
        words = self._words
        for stack, kind in (
            (tracking.developments, Category.DEVELOPMENT),
            (tracking.worlds, Category.WORLD),
        ):
            for index in range(stack.size):
                side = self._ui.tiles.of_tile(stack.top, kind) if index == 0 else None
                name = stacked_name(words, kind, index)
                if side is not None:
                    name = self._ui.tiles.name(side.key)
                yield ChoiceItem(name, Spot(kind, index), icon=STACK_ICONS[kind])

    def _goals(self, tracking: SeatTracking) -> Iterator[ChoiceItem]:
        words = self._words
        for kind, phase in ((Category.DEVELOPMENT, Phase.DEVELOP), (Category.WORLD, Phase.SETTLE)):
            icon = STACK_ICONS[kind]
            yield ChoiceItem(words.phase(phase), Goal(kind), icon=icon)
            if tracking.hand_on_top:
                top = words.translate("%(stack)s, on top", stack=words.phase(phase))
                yield ChoiceItem(top, Goal(kind, on_top=True), icon=icon)

    def _rearranged(
        self, number: int, tracking: SeatTracking, chosen: tuple[Spot, ...], goal: Category
    ) -> RearrangeBy:
        """Put the chosen tiles on top of one stack, the first chosen topmost; the others stay."""
        stacks = {
            kind: tuple(
                spot for index in range(stack.size) if (spot := Spot(kind, index)) not in chosen
            )
            for kind, stack in (
                (Category.DEVELOPMENT, tracking.developments),
                (Category.WORLD, tracking.worlds),
            )
        }
        stacks[goal] = (*chosen, *stacks[goal])
        return RearrangeBy(number, stacks[Category.DEVELOPMENT], stacks[Category.WORLD])
