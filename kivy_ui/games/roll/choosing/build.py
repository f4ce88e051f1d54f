"""Choices in Develop and Settle: workers, payment, dice given up (R-7.1 to R-7.4)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.roll.model.commands import CompleteTile, PlaceWorkers
from companion.games.roll.model.dice import PHASES, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import Dice, DieLocation, OwnedDie
from companion.games.roll.view.table_view import SeatTracking, SeatView
from kivy_ui.games.roll.choosing.model import (
    STACK_ICONS,
    ChoiceAction,
    ChoiceGroup,
    ChoiceItem,
    ChoiceTarget,
    Picked,
    dice_of,
    die_item,
    numbers_of,
)
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.texts.words import Words


class BuildChoices:
    """A player's choices in Develop and Settle.

    Args:
        ui: context of the presenters.
    """

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui

    @property
    def _words(self) -> Words:
        return self._ui.words

    @property
    def _phase(self) -> Phase | None:
        view = self._ui.view
        return view.current_phase if view is not None else None

    def groups(self, tracking: SeatTracking) -> Iterator[ChoiceGroup]:
        """Yield the groups of items that can be marked."""
        translate = self._words.translate
        completion = self._completion(tracking)
        stack = tracking.developments if self._phase is Phase.DEVELOP else tracking.worlds
        if completion is None:
            workers = self._workers(tracking)
            room = len(workers) if stack.needed is None else stack.needed - len(stack.workers)
            face = self._phase.value if self._phase is not None else ""
            items = tuple(die_item(self._words, die, face=face) for die in workers)
            marked = tuple(range(min(len(items), room)))
            title = translate("Tap the dice that go onto the top tile")
            if room < len(items):
                title = translate.plural(
                    "Tap the die that goes onto the tile",
                    "Tap the %(count)s dice that go onto the tile",
                    room,
                )
            yield ChoiceGroup("workers", title, items, max(1, room), marked)
            return
        items = tuple(die_item(self._words, die) for die in stack.workers)
        pays = numbers_of(stack.workers, completion.workers or stack.workers)
        yield ChoiceGroup("pays", translate("Pays for the tile"), items, len(pays), pays)
        if completion.to_cup:
            freed = numbers_of(stack.workers, completion.to_cup)
            yield ChoiceGroup(
                "freed", translate("Back to the cup by a power"), items, len(items), freed
            )
        if completion.give_up:
            owned = tuple(self._owned(tracking, completion))
            first = tuple(
                next((i for i, item in enumerate(owned) if item.value == given), 0)
                for given in completion.give_up
            )
            title = translate("Given up for the tile's effect")
            yield ChoiceGroup("given", title, owned, len(completion.give_up), first)

    def target(self, tracking: SeatTracking, picked: Picked) -> ChoiceTarget:
        """Return the top tile with its workers and the marked dice."""
        translate, developing = self._words.translate, self._phase is Phase.DEVELOP
        stack = tracking.developments if developing else tracking.worlds
        kind = Category.DEVELOPMENT if developing else Category.WORLD
        side = self._ui.tiles.of_tile(stack.top, kind)
        text = translate("Top development") if developing else translate("Top world")
        if side is not None:
            text = self._ui.tiles.name(side.key)
        dice = (*stack.workers, *dice_of(picked["workers"]))
        of = "" if stack.needed is None else f" / {stack.needed}"
        return ChoiceTarget(
            STACK_ICONS[kind],
            text,
            tuple(die.value for die in dice),
            count=f"{len(dice)}{of}",
            full=len(dice) == stack.needed,
        )

    def actions(
        self, seat: SeatView, tracking: SeatTracking, picked: Picked
    ) -> Iterator[ChoiceAction]:
        """Yield the actions for the marked items."""
        translate = self._words.translate
        completion = self._completion(tracking)
        if completion is None:
            dice = dice_of(picked.get("workers", ()))
            if not self._workers(tracking):
                return
            command = PlaceWorkers(seat.seat, dice) if dice else None
            yield ChoiceAction(
                translate("Place %(count)s", count=len(dice)), command, "plus", primary=True
            )
            return
        given = tuple(each for each in picked.get("given", ()) if isinstance(each, OwnedDie))
        pays, freed = dice_of(picked["pays"]), dice_of(picked.get("freed", ()))
        chosen = CompleteTile(seat.seat, pays, freed, given, completion.tile)
        yield ChoiceAction(translate("Complete"), chosen if pays else None, "check", primary=True)

    def _completion(self, tracking: SeatTracking) -> CompleteTile | None:
        first = next(iter(tracking.proposal.commands), None)
        return first if isinstance(first, CompleteTile) else None

    def _workers(self, tracking: SeatTracking) -> Dice:
        phase = self._phase
        if phase is None or not tracking.columns:
            return ()
        return tracking.columns[PHASES.index(phase)]

    def _owned(self, tracking: SeatTracking, completion: CompleteTile) -> Iterator[ChoiceItem]:
        """Yield each kind of die at each location as after the tile's completion."""
        translate, words = self._words.translate, self._words
        paid = tuple(die for die in completion.workers if die not in completion.to_cup)
        places = (
            (DieLocation.CITIZENRY, translate("Citizenry"), (*tracking.citizenry, *paid)),
            (DieLocation.CUP, translate("cup"), (*tracking.cup, *completion.to_cup)),
        )
        for location, name, dice in places:
            for die in dict.fromkeys(dice):
                yield die_item(self._words, die, OwnedDie(die, location), f"({name})")
        for phase, column in zip(PHASES, tracking.columns, strict=False):
            for die in dict.fromkeys(column):
                owned = OwnedDie(die, DieLocation.COLUMN, phase)
                yield die_item(self._words, die, owned, f"({words.phase(phase)})")
        for good in dict.fromkeys(tracking.goods):
            owned = OwnedDie(good.die, DieLocation.GOOD, world=good.world)
            yield die_item(self._words, good.die, owned, f"({self._ui.tiles.name(good.world)})")
