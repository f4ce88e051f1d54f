"""Choices that differ from the proposal: which dice and tiles, and what they do.

A ``Chooser`` shows groups of items to mark and buttons that act on the marked items; the groups and
buttons of each phase are built by its own module (``choosing.explore`` and so on). Nothing is sent
before a button is tapped.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.roll.model.dice import Phase
from companion.games.roll.model.steps import Step
from companion.games.roll.view.table_view import SeatTracking, SeatView
from kivy_ui.games.roll.choosing.build import BuildChoices
from kivy_ui.games.roll.choosing.explore import ExploreChoices
from kivy_ui.games.roll.choosing.manage import ManageChoices
from kivy_ui.games.roll.choosing.model import ChoiceAction, ChoiceGroup, ChoosingModel, Picked
from kivy_ui.games.roll.choosing.producing import ProduceChoices
from kivy_ui.games.roll.context import RollContext


class Chooser:
    """A player's current choices.

    Args:
        ui: context of the presenters.
        number: the player's seat.
    """

    def __init__(self, ui: RollContext, number: int) -> None:
        self._ui = ui
        self.number = number
        self._situation: tuple[object, ...] = ()
        self._marked: dict[str, tuple[int, ...]] = {}
        self._explore, self._build = ExploreChoices(ui), BuildChoices(ui)
        self._produce, self._manage = ProduceChoices(ui), ManageChoices(ui)

    def model(self) -> ChoosingModel | None:
        """Return the panel's content; None if there is nothing left to choose."""
        seat = self._ui.seat(self.number)
        if seat is None or seat.tracking is None:
            return None
        groups = tuple(self._groups(seat.tracking))
        situation = tuple((group.key, group.items, group.most) for group in groups)
        if situation != self._situation:
            self._situation = situation
            self._marked = {group.key: group.marked for group in groups}
        picked = {group.key: self._picked(group) for group in groups}
        actions = tuple(self._actions(seat, seat.tracking, picked))
        if not actions:
            return None
        marked = tuple(self._marked.get(group.key, ()) for group in groups)
        target = None
        if "workers" in picked:
            target = self._build.target(seat.tracking, picked)
        elif "recruit" in picked:
            target = self._manage.target(seat, seat.tracking, picked)
        return ChoosingModel(self._title(seat), groups, marked, actions, target=target)

    def mark(self, key: str, index: int) -> None:
        """Mark an item, or remove its mark."""
        model = self.model()
        group = next((each for each in model.groups if each.key == key), None) if model else None
        if group is None or not 0 <= index < len(group.items):
            return
        marked = self._marked.get(key, ())
        if index in marked:
            self._marked[key] = tuple(each for each in marked if each != index)
        else:
            self._marked[key] = (*marked, index)[-group.most :]

    def command(self, index: int) -> object | None:
        """Return the command sent by button number *index*."""
        model = self.model()
        if model is None or not 0 <= index < len(model.actions):
            return None
        return model.actions[index].command

    # --- what there is -------------------------------------------------------------------------

    @property
    def _phase(self) -> Phase | None:
        view = self._ui.view
        return view.current_phase if view is not None else None

    def _title(self, seat: SeatView) -> str:
        translate = self._ui.translate
        phase = self._phase
        what = self._ui.words.phase(phase) if phase is not None else translate("Manage Empire")
        return f"{seat.name}: {what}"

    def _groups(self, tracking: SeatTracking) -> Iterator[ChoiceGroup]:
        if self._ui.step is Step.MANAGE:
            yield from self._manage.groups(tracking)
            return
        match self._phase:
            case Phase.EXPLORE:
                yield from self._explore.groups(tracking)
            case Phase.DEVELOP | Phase.SETTLE:
                yield from self._build.groups(tracking)
            case _:
                return

    def _actions(
        self, seat: SeatView, tracking: SeatTracking, picked: Picked
    ) -> Iterator[ChoiceAction]:
        if self._ui.step is Step.MANAGE:
            yield from self._manage.actions(seat, tracking, picked)
            return
        match self._phase:
            case Phase.EXPLORE:
                yield from self._explore.actions(seat, tracking, picked)
            case Phase.DEVELOP | Phase.SETTLE:
                yield from self._build.actions(seat, tracking, picked)
            case Phase.PRODUCE:
                yield from self._produce.actions(tracking.options)
            case Phase.SHIP | None:  # Ship has its own panel
                return

    def _picked(self, group: ChoiceGroup) -> tuple[object, ...]:
        return tuple(group.items[index].value for index in self._marked.get(group.key, ()))
