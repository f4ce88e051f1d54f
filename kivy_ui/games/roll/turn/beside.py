"""Pages beside the round: hints, and the dice that somebody rolled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.roll.model.dice import FACES
from companion.games.roll.view.table_view import SeatView
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.hints import HintsPresenter
from kivy_ui.games.roll.rolling import RollEntry, computer_roll
from kivy_ui.games.roll.turn.keys import Close, EnterRoll, FaceOf, Hints
from kivy_ui.pages.forms import Choice, Field, Form
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.page import Chip, Main, Note, Page, Picture, Seat


class BesidePages:
    """The pages of one seat that are not about the phase."""

    def __init__(self, ui: RollContext, hints: HintsPresenter) -> None:
        self._ui = ui
        self.hints = hints
        self._roll: RollEntry | None = None

    @property
    def live(self) -> bool:
        """Whether hints are still looked for."""
        view = self._ui.view
        return view is not None and any(self.hints.busy(seat.seat) for seat in view.seats)

    def page(self, key: Any, seat: SeatView) -> Page | None:
        """Return the page of a key; None if it is about nothing any more."""
        found = self._page(key, seat)
        chip = Chip(seat=Seat(seat.seat, seat.name, seat.colour))
        if found is None:
            return None
        return replace(found, chips=(chip,), back=Close(), can_undo=self._ui.update.can_undo)

    def _page(self, key: Any, seat: SeatView) -> Page | None:
        match key:
            case Hints() if self.hints.may_ask(seat.seat):
                return self._hints(seat)
            case EnterRoll():
                roll = self._roll if self._roll is not None else computer_roll(self._ui, seat.seat)
                self._roll = roll
                return self._entry(seat, roll)
            case _:
                return None

    # --- hints ---------------------------------------------------------------------------------

    def _hints(self, seat: SeatView) -> Page | None:
        """Return the best options; for a roll behind the screen the faces are entered first."""
        if self.hints.asks_roll(seat.seat):
            self._roll = self._roll or self.hints.entry(seat.seat)
            return self._entry(seat, self._roll)
        self.hints.ask(seat.seat)
        rows = tuple(
            Row(
                None,
                line.title,
                (Picture(f"phase/{line.phase}/active"),) if line.phase else (),
                line.reason,
                value=line.value,
            )
            for line in self.hints.lines(seat.seat)
        )
        asked = self._ui.translate("%(name)s: hints", name=seat.name)
        note = Note((self.hints.text(seat.seat),), icon="symbol/info")
        return Page("", asked, List(rows), note=note)

    # --- rolled dice ---------------------------------------------------------------------------

    def _entry(self, seat: SeatView, roll: RollEntry) -> Page | None:
        rows = roll.rows()
        if not rows:
            self._roll = None
            return None
        translate = self._ui.translate
        fields = tuple(
            Field(
                "",
                (Picture(f"die/{row.die.value}"),),
                tuple(
                    Choice(
                        FaceOf(row.index, face),
                        "",
                        (Picture(f"die/{row.die.value}/{face.value}"),),
                        chosen=face is row.shown,
                    )
                    for face in dict.fromkeys(FACES[row.die])
                ),
            )
            for row in rows
        )
        missing = sum(row.shown is None for row in rows)
        done = Main(translate("Done"), EnterRoll(seat.seat, save=True), "tick")
        if missing:
            done = Main(translate.plural("%(count)s die to go", "%(count)s dice to go", missing))
        asked = translate("%(name)s: what was rolled?", name=seat.name)
        return Page("", asked, Form(fields), main=done)

    def face(self, key: FaceOf) -> None:
        """Set the face of a die."""
        if self._roll is not None:
            self._roll.choose(key.index, key.face)

    def save(self) -> None:
        """Enter the roll."""
        if self._roll is not None:
            self._roll.save()
        self._roll = None

    def forget(self) -> None:
        """Forget what is entered."""
        self._roll = None
