"""What stands around the lanes: the sentence, the note below, the one next step."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from companion.games.roll.decide.combined import Accept
from companion.games.roll.model.state import Step
from companion.games.roll.phases.round import FinishPhase
from companion.i18n import N_
from kivy_ui.common.stacked_pages import Do, do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.mats.mat_pages import to_go
from kivy_ui.games.roll.texts.book import BOOK
from kivy_ui.games.roll.tiles.sought import tile_question
from kivy_ui.games.roll.turn.lanes import SeatLane
from kivy_ui.pages.page import Main, Note, Picture

if TYPE_CHECKING:
    from kivy_ui.games.roll.turn.round_pages import RoundPages

_URGENT: Final = (
    ("returns", N_("The bag is empty: return a tile")),
    ("draws", N_("Draw from the bag, look at it")),
    ("hand", N_("Where does the drawn tile go?")),
    ("must_recall", N_("The cup is empty: recall a die")),
)
"""What is asked where somebody has this to do, the most urgent first."""


def question(ui: RollContext) -> str:
    """Return what the players do now, the most urgent first."""
    translate = ui.translate
    acting = [e for e in ui.seats if e.tracking is not None and e.tracking.must_act]
    for seat in acting:
        asks = seat.tracking is not None and seat.tracking.asked is not None
        named = tile_question(ui, seat.seat, None) if asks else None
        if named is not None:
            return named[0].question
    if not acting:
        return translate("Everybody is done")
    urgent = (told for what, told in _URGENT if any(getattr(e.tracking, what) for e in acting))
    usual = BOOK["asked"]["manage" if ui.phase is None else ui.phase.value]
    asked = translate(next(urgent, usual))
    if len(acting) > 1:
        return asked
    return f"{acting[0].name}: {asked[0].lower()}{asked[1:]}"


def note(ui: RollContext) -> Note | None:
    """Return why this is the last round, else what the VP pool still has."""
    view = ui.view
    if view is None:
        return None
    left = ui.translate("%(count)s VP left in the pool", count=view.vp_pool)
    if view.vp_beyond_pool:
        left = ui.translate("VP pool: 0, from the reserve: %(beyond)s", beyond=view.vp_beyond_pool)
    last = ui.words.last_round(view.end_reasons)
    return Note((last, left), icon="symbol/flag") if last else Note((left,), Picture("chip"))


def main(on: "RoundPages", lanes: Sequence[SeatLane]) -> Main:
    """Return the one next step: to do what is ticked, or to go on."""
    translate, acting = on.translate, [each for each in lanes if each.tracking.must_act]
    missing = sum(each.missing for each in acting)
    if missing:
        return to_go(translate, missing)
    proposing = any(each.proposes for each in acting)
    if on.ui.step is Step.MANAGE:
        text = translate("End round")
        if any(each.tracking.must_recall for each in acting):
            text = translate("Do all, end round")
        elif proposing:
            text = translate("Pay, end round")
        return Main(text, _ticked(on, lanes))
    if proposing:
        return Main(translate("Accept all marked"), _ticked(on, lanes), "tick")
    named = next((each.number for each in acting if each.tracking.asked is not None), None)
    if named is not None:
        return Main(translate("Name the tile"), do(on.name, named, None))
    if acting:
        count = len(acting)
        return Main(translate.plural("%(count)s player to go", "%(count)s players to go", count))
    return Main(translate("Finish phase"), do(on.send, FinishPhase()))


def _ticked(on: "RoundPages", lanes: Sequence[SeatLane]) -> Do:
    """Return what is ticked for all seats; what a seat gives itself may end the phase.

    In a phase it is therefore the last, so that nothing of the next phase is accepted.
    """
    own = {each.number: found for each in lanes if (found := each.own) is not None}
    seats = tuple(each.seat for each in (on.ui.view.seats if on.ui.view is not None else ()))
    if on.ui.step is Step.MANAGE:
        return do(on.send, *own.values(), Accept(seats))
    others = tuple(seat for seat in seats if seat not in own)
    return do(on.send, *((Accept(others),) if others else ()), *own.values())
