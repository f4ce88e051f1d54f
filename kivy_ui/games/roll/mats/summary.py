"""The page before the first phase: selected phases, workers, dice that return to the cup."""

from __future__ import annotations

from companion.games.roll.model.dice import PHASES, Phase
from companion.games.roll.phases.reveal import ConfirmReveal
from companion.games.roll.rules.mats import active_phases, returned
from companion.games.roll.view.table_view import SeatView, TableView
from kivy_ui.common.page_source import Said, Steps, Visit
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.mats.dice_pages import columns
from kivy_ui.games.roll.mats.mat_pages import head
from kivy_ui.pages.page import Chip, Main, Note, Page, Picture
from kivy_ui.pages.rounds import Column, Columns


class SummaryPages:
    """Shows all mats at once, to be compared with the table.

    Args:
        ui: context of the presenters.
        steps: of the game, to be undone.
    """

    live = False

    def __init__(self, ui: RollContext, steps: Steps) -> None:
        self._ui = ui
        self.undo, self.redo = steps.undo, steps.redo

    def enter(self) -> None:
        """Go on where the table stands."""

    def touch(self, key: object) -> Said:
        """Begin the phases."""
        if isinstance(key, ConfirmReveal):
            self._ui.port.post(key)
        return None

    def page(self) -> Page:
        """Return the phases with the dice of all players.

        Raises:
            LookupError: no game is open.
        """
        view, words = self._ui.view, self._ui.words
        if view is None:
            raise LookupError("no game is open")
        seats = sorted(view.seats, key=lambda seat: seat.seat)
        active = active_phases((seat.dice for seat in seats), view.spare_die)
        spare = view.spare_die
        return Page(
            words.translate("Round %(number)s", number=view.round)
            + f" \N{MIDDLE DOT} {words.translate('Reveal')}",
            ", ".join(words.phase(phase) for phase in active),
            Columns(tuple(map(head, seats)), self._columns(seats, active)),
            chips=(
                *((Chip(picture=Picture(f"die/home/{spare.value}")),) if spare else ()),
                Chip(icon="mat", key=Visit("reveal")),
            ),
            note=self._back(view, active),
            main=Main(
                words.translate("Start %(phase)s", phase=words.phase(active[0])), ConfirmReveal()
            ),
            can_undo=self._ui.update.can_undo,
        )

    def _columns(self, seats: list[SeatView], active: tuple[Phase, ...]) -> tuple[Column, ...]:
        """Return the phases in their order; Dictate at the end if a die lies there."""
        words = self._ui.words
        lying = [columns(words, seat.dice, lambda _: None, entering=True) for seat in seats]
        found = []
        for index, phase in enumerate((*PHASES, None)):
            cells = tuple(each[index].cells[0] for each in lying)
            if phase is not None or any(cell.pictures for cell in cells):
                one = lying[0][index]
                found.append(Column(one.phase, one.name, phase in active, cells))
        return tuple(found)

    def _back(self, view: TableView, active: tuple[Phase, ...]) -> Note:
        """Return how many dice go back into the cups, and from where (R-4.3).

        Virtual dice need not be put back by hand.
        """
        translate, words = self._ui.translate, self._ui.words
        virtual = view.computers.virtual_dice
        real = [seat for seat in view.seats if seat.computer is None or not virtual]
        count = sum(n for seat in real for _, n in returned(seat.dice, active))
        if not count:
            return Note((translate("No dice go back."),), Picture("cup"))
        lie = {die.place.phase for seat in real for die in seat.dice if not die.place.selecting}
        names = [words.phase(phase) for phase in PHASES if phase in lie and phase not in active]
        names += [translate("Dictate")] * (None in lie)
        said = translate.plural("%(count)s die goes back", "%(count)s dice go back", count)
        origin = translate("from %(phases)s", phases=translate.list_of(tuple(names)))
        return Note((said, origin), Picture("cup"), bold_first=True)
