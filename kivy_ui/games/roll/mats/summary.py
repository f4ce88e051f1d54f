"""The page before the first phase: selected phases, workers, dice that return to the cup."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import compress

from companion.games.roll.model.dice import PHASES, Phase
from companion.games.roll.phases.reveal import ConfirmReveal
from companion.games.roll.rules.mats import active_phases, returned
from kivy_ui.common.page_source import Visit
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.looks import shown_seat
from kivy_ui.games.roll.mats.dice_pages import columns
from kivy_ui.pages.page import Chip, Look, Main, Note, Page, Picture
from kivy_ui.pages.rounds import Cell, Column, Columns


def summary_page(ui: RollContext, above: str) -> Page:
    """Return the phases with the dice of all players, to be compared with the table."""
    words, seats = ui.words, ui.seats
    spare = None if ui.view is None else ui.view.spare_die
    active = active_phases((seat.dice for seat in seats), spare)
    chip = (Chip(picture=Picture(f"die/home/{spare.value}")),) if spare else ()
    start = words.translate("Start %(phase)s", phase=words.of(active[0]))
    return Page(
        above,
        ", ".join(map(words.of, active)),
        Columns(tuple(map(shown_seat, seats)), tuple(_columns(ui, active))),
        chips=(*chip, Chip(icon="mat", key=Visit("reveal"))),
        note=_back(ui, active),
        main=Main(start, ConfirmReveal()),
    )


def _columns(ui: RollContext, active: tuple[Phase, ...]) -> Iterator[Column]:
    """Yield the phases in their order; Dictate at the end if a die lies there."""
    lying = [columns(ui.words, seat.dice, lambda _: None, entering=True) for seat in ui.seats]
    real = _real(ui)
    for index, phase in enumerate((*PHASES, None)):
        back = tuple(each and phase not in active for each in real)
        cells = tuple(map(_marked, (each[index].cells[0] for each in lying), back))
        if phase is not None or any(cell.pictures for cell in cells):
            yield Column(lying[0][index].phase, lying[0][index].name, phase in active, cells)


def _real(ui: RollContext) -> tuple[bool, ...]:
    """Return of each seat whether its dice lie on the table."""
    virtual = ui.view is not None and ui.view.computers.virtual_dice
    return tuple(seat.computer is None or not virtual for seat in ui.seats)


def _marked(cell: Cell, back: bool) -> Cell:  # noqa: FBT001 - of each seat
    """Return a cell; whether its dice go *back* into the cup by hand is seen on them."""
    look = Look.LEAVES if back else Look.NORMAL
    return replace(cell, pictures=tuple(replace(each, look=look) for each in cell.pictures))


def _back(ui: RollContext, active: tuple[Phase, ...]) -> Note:
    """Return how many dice of whom go back into the cups (R-4.3).

    Virtual dice need not be put back by hand.
    """
    translate = ui.translate
    back = [(seat, sum(n for _, n in returned(seat.dice, active))) for seat in ui.seats]
    real = list(compress(back, _real(ui)))
    count = sum(n for _, n in real)
    said = translate.plural("%(count)s die goes back", "%(count)s dice go back", count)
    whose = ", ".join(f"{seat.name}: {n}" for seat, n in real if n)
    if not count:
        said = translate("No dice go back.")
        whose = translate("Dimmed dice are not on the table.") if any(n for _, n in back) else ""
    return Note(tuple(filter(None, (said, whose))), Picture("cup"), bold_first=True)
