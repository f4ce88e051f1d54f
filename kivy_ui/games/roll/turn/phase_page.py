"""The page of a phase, or of Manage Empire: its sentence, what it says below, the one next step."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from companion.games.question import Pick, is_question
from companion.games.roll.decide.combined import Accept
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.state import Step
from companion.games.roll.phases.round import FinishPhase
from companion.games.roll.view.table_view import SeatView
from companion.i18n import N_
from kivy_ui.asking import draft as drafts
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.turn.keys import Do
from kivy_ui.games.roll.turn.lanes import LaneMaker
from kivy_ui.pages.page import Main, Note, Picture

_ASKED: Final = MappingProxyType(
    {
        Phase.EXPLORE: N_("Explorers: stock or scout?"),
        Phase.DEVELOP: N_("Is your top development built?"),
        Phase.SETTLE: N_("Is your top world built?"),
        Phase.PRODUCE: N_("Put goods on your worlds"),
        Phase.SHIP: N_("Trade or consume?"),
        None: N_("Citizenry: which dice come back?"),
    }
)


@dataclass(frozen=True, slots=True)
class PhasePage:
    """What stands around the lanes."""

    ui: RollContext
    lanes: LaneMaker

    def question(self) -> str:
        """Return what the players do now, the most urgent first."""
        translate, seats = self.ui.translate, self._acting()
        tracked = [(seat, seat.tracking) for seat in seats if seat.tracking is not None]
        for seat, tracking in tracked:
            if tracking.asked is not None:
                return translate("Look at the tile of %(name)s", name=seat.name)
        if any(tracking.returns for _, tracking in tracked):
            return translate("The bag is empty: return a tile")
        if any(tracking.draws for _, tracking in tracked):
            return translate("Draw from the bag, look at it")
        if any(tracking.hand for _, tracking in tracked):
            return translate("Where does the drawn tile go?")
        if any(tracking.must_recall for _, tracking in tracked):
            return translate("The cup is empty: recall a die")
        if not tracked:
            return translate("Everybody is done")
        return translate(_ASKED[self.ui.phase])

    def note(self) -> Note | None:
        """Return why this is the last round, else what the VP pool still has."""
        view = self.ui.view
        if view is None:
            return None
        last = self.ui.words.last_round(view.end_reasons)
        left = self.ui.translate("%(left)s VP left", left=view.vp_pool)
        if view.vp_beyond_pool:
            beyond = view.vp_beyond_pool
            left = self.ui.translate("0 VP left, %(beyond)s extra taken", beyond=beyond)
        if last:
            return Note((last, left), icon="symbol/flag")
        return Note((left,), Picture("chip"))

    def _seats(self) -> tuple[SeatView, ...]:
        view = self.ui.view
        return view.seats if view is not None else ()

    def _acting(self) -> tuple[SeatView, ...]:
        return tuple(seat for seat in self._seats() if seat.tracking and seat.tracking.must_act)

    # --- the main button -----------------------------------------------------------------------

    def main(self) -> Main:
        """Return the one next step: to do what is ticked, or to go on."""
        translate, acting = self.ui.translate, self._acting()
        missing = sum(self._missing(seat.seat) for seat in acting)
        if missing:
            return Main(translate.plural("%(count)s die to go", "%(count)s dice to go", missing))
        proposing = tuple(
            seat.seat
            for seat in acting
            if (seat.tracking and seat.tracking.proposal.commands)
            or self.lanes.proposed(seat.seat) is not None
        )
        if self.ui.step is Step.MANAGE:
            return self._end_of_round(proposing)
        if proposing:
            return Main(translate("Accept all ticked"), self._do(), "tick")
        if acting:
            going = len(acting)
            return Main(
                translate.plural("%(count)s player to go", "%(count)s players to go", going)
            )
        return Main(translate("Finish phase"), Do((FinishPhase(),)))

    def _end_of_round(self, proposing: tuple[int, ...]) -> Main:
        translate = self.ui.translate
        recalling = any(seat.tracking and seat.tracking.must_recall for seat in self._acting())
        text = translate("End round")
        if recalling:
            text = translate("Do all, end round")
        elif proposing:
            text = translate("Pay, end round")
        return Main(text, self._do())

    def _do(self) -> Do:
        """Return what is ticked for all seats; what a seat gives itself may end the phase.

        In a phase it is therefore the last, so that nothing of the next phase is accepted.
        """
        seats = tuple(seat.seat for seat in self._seats())
        own = {seat.seat: found for seat in self._seats() if (found := self._own(seat)) is not None}
        if self.ui.step is Step.MANAGE:
            return Do((*own.values(), Accept(seats)))
        others = tuple(seat for seat in seats if seat not in own)
        return Do((*((Accept(others),) if others else ()), *own.values()))

    def _own(self, seat: SeatView) -> Any:
        """Return what is ticked differently than proposed, or what only the question proposes."""
        draft = self.lanes.draft(seat.seat)
        if self.lanes.marks.changed(seat.seat) and draft.marks:
            path = (*draft.path, drafts.marked(self.lanes.ask, draft))
            found = drafts.at(self.lanes.ask, seat.seat, path)
            return None if is_question(found) else found
        waits = seat.tracking and seat.tracking.must_act and not seat.tracking.proposal.commands
        return self.lanes.proposed(seat.seat) if waits else None

    def _missing(self, seat: int) -> int:
        """Return how many dice a seat must still tick."""
        draft = self.lanes.draft(seat)
        question = drafts.at(self.lanes.ask, seat, draft.path)
        if not isinstance(question, Pick) or not draft.marks:
            return 0
        return max(0, question.least - len(draft.marks[0]))
