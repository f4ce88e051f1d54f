"""Texts of a player's task in a phase, in full and shortened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from companion.games.roll.model.dice import PHASES, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import Dice, Good, ShipTask
from companion.games.roll.model.steps import Step
from companion.games.roll.model.tiles import Side
from companion.games.roll.phases.build import CompleteTile, PlaceWorkers
from companion.games.roll.phases.goods import Produce, Ship
from companion.games.roll.phases.manage import Recall, Recruit
from companion.games.roll.phases.tile_corrections import TileLocation
from companion.games.roll.view.table_view import SeatTracking, SeatView, StackView
from kivy_ui.games.roll.choosing.looks import questions
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.texts.dice_text import gains_text

NAMED_GOODS: Final = 2
"""Largest number of goods in a proposal that are listed with their worlds."""


class TaskTexts:
    """Texts of a player's line.

    Args:
        ui: context of the presenters.
        placed: returns how many of a seat's drawn tiles have been placed.
    """

    def __init__(self, ui: RollContext, placed: Callable[[int], int]) -> None:
        self._ui = ui
        self._placed = placed
        self._asking = questions(ui)

    def text(self, seat: SeatView, tracking: SeatTracking) -> str:
        """Return the player's task: what is asked, in more detail where it is about a tile."""
        translate, asked = self._ui.translate, tracking.question
        if tracking.hand and not tracking.returns:
            number = self._placed(seat.seat) + 1
            return translate(
                "Under which stack: drawn tile %(number)s of %(count)s",
                number=number,
                count=tracking.hand,
            )
        stack = stack_in(self._ui.phase, tracking)
        if stack is not None and tracking.must_act:
            return self._stack_text(stack, len(workers_in(self._ui.phase, tracking)))
        asks = tracking.must_act or tracking.draws or tracking.returns or "recall" in tracking.open
        if asked is None or not asks:
            return translate("nothing to do")
        said = self._asking.said(asked.text)
        return f"{said}; {self._marker(seat, tracking)}" if tracking.recruits else said

    def short(self, seat: SeatView, tracking: SeatTracking) -> str:
        """Return the shortened task; empty if it cannot be shortened."""
        translate = self._ui.translate
        if self._ui.step is Step.MANAGE:
            recall = next(iter(tracking.proposal.commands), None)
            if tracking.must_recall and isinstance(recall, Recall):
                return self._recalled_from(recall)
            if tracking.recruits:
                return self._marker(seat, tracking, short=True)
            return ""
        if tracking.hand:
            number = self._placed(seat.seat) + 1
            return translate(
                "Tile %(number)s of %(count)s: where to?", number=number, count=tracking.hand
            )
        if not tracking.must_act:
            return ""
        phase = self._ui.phase
        stack = stack_in(phase, tracking)
        workers = len(workers_in(phase, tracking))
        if stack is not None:
            there = len(stack.workers)
            side = self._top(stack)
            if side is not None and stack.needed is not None:
                return f"{self._ui.tiles.name(side.key)} {there}/{stack.needed}"
            return translate.plural("%(count)s worker", "%(count)s workers", there + workers)
        if phase is Phase.EXPLORE:
            count = workers + len(tracking.borrowed)
            return translate.plural("%(count)s explorer", "%(count)s explorers", count)
        if tracking.ships_one:
            return self._ui.tiles.name(tracking.goods[0].world)
        return ""

    def question(self, tracking: SeatTracking) -> str:
        """Return a computer player's question about a tile; empty if there is none."""
        if tracking.asked is None:
            return ""
        if tracking.asked.location is TileLocation.HAND:
            return self._ui.translate("Which development was drawn?")
        return self._ui.translate("Which tile is on top?")

    def more(self, tracking: SeatTracking) -> str:
        """Return the label of the button for other choices; empty if it has only an icon."""
        translate = self._ui.translate
        if self._ui.step is not Step.MANAGE:
            choosing = self._ui.phase is Phase.SHIP and not tracking.ships_one
            return translate("Each good") if choosing else ""
        if tracking.recruits or tracking.must_recall:
            return translate("Other dice")
        return translate("Recall")

    def proposed(self, tracking: SeatTracking) -> str:
        """Return a short text of what accepting the proposal does."""
        words, proposal = self._ui.words, tracking.proposal
        translate = words.translate
        gains = gains_text(words, money=proposal.credits, vp=proposal.vp)
        if proposal.built:
            names = ", ".join(self._ui.tiles.name(key) for key in proposal.built)
            return translate("Build %(tiles)s", tiles=names)
        first = proposal.commands[0]
        match first:
            case PlaceWorkers():
                placed = sum(len(c.dice) for c in proposal.commands if isinstance(c, PlaceWorkers))
                return translate("Place %(count)s", count=placed)
            case Produce(goods=goods) if len(goods) <= NAMED_GOODS:
                return translate("Put %(goods)s", goods=", ".join(map(self._good, goods)))
            case Produce(goods=goods):
                return translate.plural("%(count)s good", "%(count)s goods", len(goods))
            case Recruit(dice=dice):
                return translate("Recruit: pay $%(cost)s", cost=len(dice))
            case CompleteTile():
                return translate("Complete")
            case Ship():
                ships = tuple(each for each in proposal.commands if isinstance(each, Ship))
                return f"{self._shipped(ships)}: {gains or '+0 $'}"
            case Recall():
                return translate("Recall: %(place)s", place=self._recalled_from(first))
            case _:
                return gains or translate("Accept")

    def produced(self, goods: Sequence[Good]) -> str:
        """Return the worlds of some goods, shown next to their dice."""
        worlds = ", ".join(self._ui.tiles.name(good.world) for good in goods)
        return self._ui.translate("on %(worlds)s", worlds=worlds)

    def paid(self, commands: Iterable[object]) -> str | None:
        """Return the short label of the Recruit button."""
        cost = sum(len(each.dice) for each in commands if isinstance(each, Recruit))
        return self._ui.translate("pay $%(cost)s", cost=cost) if cost else None

    def _stack_text(self, stack: StackView, workers: int) -> str:
        """Return the top tile's progress; if it is unnamed, ask whether it is complete."""
        translate = self._ui.translate
        side, there = self._top(stack), len(stack.workers)
        if side is not None and stack.needed is not None:
            return translate(
                "%(tile)s: %(there)s of %(needed)s workers",
                tile=self._ui.tiles.name(side.key),
                there=there,
                needed=stack.needed,
            )
        developing = self._ui.phase is Phase.DEVELOP
        tile = translate("Top development") if developing else translate("Top world")
        if there and workers:
            return translate(
                "%(tile)s: are %(there)s there + %(count)s enough?",
                tile=tile,
                there=there,
                count=workers,
            )
        if there:
            return translate.plural(
                "%(tile)s: %(count)s worker there already, enough?",
                "%(tile)s: %(count)s workers there already, enough?",
                there,
                tile=tile,
            )
        return translate.plural(
            "%(tile)s: is %(count)s worker enough?",
            "%(tile)s: are %(count)s workers enough?",
            there + workers,
            tile=tile,
        )

    def _marker(self, seat: SeatView, tracking: SeatTracking, *, short: bool = False) -> str:
        """Return the position of the credit marker after recruiting (R-10.1)."""
        left = seat.credits - tracking.recruits
        if not left and not short:
            return self._ui.translate("all paid: marker on $1")
        return self._ui.translate("$%(left)s of $%(now)s left", now=seat.credits, left=max(1, left))

    def _top(self, stack: StackView) -> Side | None:
        """Return the top tile of the phase's stack, if it is named."""
        developing = self._ui.phase is Phase.DEVELOP
        category = Category.DEVELOPMENT if developing else Category.WORLD
        return self._ui.tiles.of_tile(stack.top, category)

    def _shipped(self, ships: tuple[Ship, ...]) -> str:
        """Return what is traded and consumed: a single world by name, several by number."""
        parts = []
        for task, verb in (
            (ShipTask.TRADE, self._ui.translate("Trade")),
            (ShipTask.CONSUME, self._ui.translate("Consume")),
        ):
            worlds = [self._ui.tiles.name(each.good.world) for each in ships if each.task is task]
            if worlds:
                parts.append(f"{verb} {worlds[0] if len(ships) == 1 else len(worlds)}")
        return ", ".join(parts)

    def _recalled_from(self, recall: Recall) -> str:
        translate = self._ui.translate
        if recall.goods:
            return self._ui.tiles.name(recall.goods[0].world)
        return translate("Development stack") if recall.developers else translate("World stack")

    def _good(self, good: Good) -> str:
        """Return a good's kind of die and world."""
        die, world = self._ui.words.die(good.die), self._ui.tiles.name(good.world)
        return self._ui.translate("%(die)s on %(world)s", die=die, world=world)


def workers_in(phase: Phase | None, tracking: SeatTracking) -> Dice:
    """Return the workers that a player has left in a phase."""
    if phase is None or not tracking.columns:
        return ()
    return tracking.columns[PHASES.index(phase)]


def stack_in(phase: Phase | None, tracking: SeatTracking) -> StackView | None:
    """Return the stack that is built in a phase; None in other phases."""
    match phase:
        case Phase.DEVELOP:
            return tracking.developments
        case Phase.SETTLE:
            return tracking.worlds
        case _:
            return None
