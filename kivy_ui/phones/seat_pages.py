"""Whole views of seats for phones: what is asked, beside what the seat may see of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.errors import CompanionError
from companion.games.answers import AnswerRefusedError, reached
from companion.games.question import is_question
from companion.i18n import N_, translator
from companion.session.ports import Reading
from companion.session.service_ports import TilesReading
from companion.session.table_port import PrivateView, TablePort
from kivy_ui.asking.answering import Asked
from kivy_ui.asking.draft import Draft
from kivy_ui.asking.telling import Telling, telling_of
from kivy_ui.common.game_ui import GameUi
from kivy_ui.common.move_texts import BoardMove
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.seat_sheet import SeatSheet
from kivy_ui.games.roll.context import RollContext
from kivy_ui.pages.listing import Row
from kivy_ui.pages.page import Page, Picture, Seat
from kivy_ui.pages.people import Person
from kivy_ui.pages.scores import Rank, Result
from kivy_ui.phones.own_photographs import OwnPhotographs
from kivy_ui.phones.wire import Json, pictures_json, question_json, refusal_json
from kivy_ui.settings import UiSettings

_LABELS: Final = {
    "back": N_("Back"),
    "confirm": N_("Done"),
    "lost": N_("The table does not answer. It is tried again."),
    "more": N_("What else?"),
    "moves": N_("Move on the table"),
    "none": N_("The table has not begun a game."),
    "own": N_("What I have"),
    "photograph": N_("Photograph my mat"),
    "players": N_("Players"),
    "reading": N_("Reading the photograph …"),
    "spectator": N_("You are watching."),
    "unnamed": N_("Without a number"),
    "wait": N_("Nothing to decide now."),
}
"""Texts of the phone's page itself."""


class SeatPages:
    """Views of the running game for seats and spectators, each in the language of its phone.

    Used by one thread at a time.

    Args:
        port: the table.
        sits: who sits at a seat, on the table's own screen.
        photographs: whether photographs can be read.
    """

    def __init__(
        self, port: TablePort, sits: Callable[[int], Seat], *, photographs: bool = False
    ) -> None:
        self._port = port
        self._group = PlayerGroup(sits)
        self._contexts: dict[str, RollContext] = {}
        self._photographs = photographs
        self._mats = OwnPhotographs()

    def view(self, seat: int | None, language: str) -> Json:
        """Return what a seat sees, or a spectator for None: a view of the contract."""
        private, ui = self._at(seat, language)
        update = private.update
        shown: Json = {"version": update.version, "game": update.game, "seat": seat}
        game = ui.settings.games.get(update.game or "")
        labels = {key: ui.translate(text) for key, text in _LABELS.items()}
        page: Json = {"language": ui.language, "labels": labels}
        asked: Json | None = None
        if game is not None and update.view is not None:
            tell = self._telling(ui, game)
            page |= _sheet_json(self._sheet(ui, game, tell, private))
            page["moves"] = [_move_json(each) for each in self._moves(ui, game, seat)]
            if self._photographs and self._mats.about(game, private) is not None:
                page["photograph"] = "mat"
            question = self._mats.asked(ui, game, private)
            page["open"] = self._mats.key(game, private)
            if question is not None:
                asked = question_json(tell, question)
        return {**shown, "page": page, "question": asked}

    def following(self, seat: int, language: str, message: Mapping[str, Any]) -> Json:
        """Return the question at the end of a message's path; None in it if that is an answer.

        Raises:
            CompanionError: as ``received``.
        """
        private, ui = self._at(seat, language)
        version, game = private.update.version, ui.settings.games.get(private.update.game or "")
        found = reached(self._mats.asked(ui, game, private), version, message)
        asked = None
        if game is not None and is_question(found):
            asked = question_json(self._telling(ui, game), found)
        return {"version": version, "question": asked}

    def photographed(self, seat: int, reading: Reading | TilesReading) -> None:
        """Take what was read in a photograph of a seat; another one replaces it."""
        private, ui = self._at(seat, "")
        if isinstance(reading, Reading):
            self._mats.take(ui.settings.games.get(private.update.game or ""), private, reading)

    def received(
        self, seat: int, language: str, message: Mapping[str, Any]
    ) -> Mapping[str, Any] | None:
        """Take an answer about a photograph; return what the table has to answer, if anything.

        Raises:
            CompanionError: as ``received`` of the table.
        """
        private, ui = self._at(seat, language)
        game = ui.settings.games.get(private.update.game or "")
        return self._mats.received(ui, game, private, message)

    def error(self, error: CompanionError, language: str) -> Json:
        """Return an error as JSON."""
        _, ui = self._at(None, language)
        game = ui.settings.games.get(ui.update.game or "")
        if isinstance(error, AnswerRefusedError) and game is not None:
            return refusal_json(self._telling(ui, game), error.refused)
        said = ui.error_text
        return {"code": error.code, "message": said.message(error), "hint": said.hint(error)}

    # --- of one state --------------------------------------------------------------------------

    def _at(self, seat: int | None, language: str) -> tuple[PrivateView, RollContext]:
        """Return the newest state and the context of a language, which has taken it."""
        key = translator(language).language
        if key not in self._contexts:
            self._contexts[key] = RollContext(self._port, UiSettings(language=key))
        private, ui = self._port.private_view(seat), self._contexts[key]
        ui.take(private.update)
        return private, ui

    def _telling(self, ui: RollContext, game: GameUi) -> Telling:
        shown = game.asking or game.own_screens
        if shown is None:
            raise LookupError(f"{ui.update.game} is not shown")
        return telling_of(ui.translate, shown.looks, self._group, ui.update.view)

    @staticmethod
    def _sheet(ui: RollContext, game: GameUi, tell: Telling, private: PrivateView) -> SeatSheet:
        if game.own_screens is not None:
            return game.own_screens.sheet(ui, private)
        pages, view, seat = game.asking, ui.update.view, private.seat or 0
        if pages is None:
            return SeatSheet(Page("", "", Result(())))
        if ui.update.is_over:
            return SeatSheet(pages.over(tell, view))
        around = pages.around(tell, view, Asked(""), Draft(seat))
        head = Page(around.above, "", Result(()), phases=around.phases)
        own = pages.own(tell, view, seat) if seat else ()
        return SeatSheet(head, around.people, own)

    def _moves(self, ui: RollContext, game: GameUi, seat: int | None) -> tuple[BoardMove, ...]:
        """Return what the seat, or anybody, has to move after the newest step."""
        if ui.update.restored or seat is None:
            return ()
        told = self._group.told(ui.translate, ui.update.view)
        moves = game.moves(told, ui.update.step)
        return tuple(each for each in moves if each.seat is None or each.seat.number == seat)


def _sheet_json(sheet: SeatSheet) -> Json:
    head = sheet.head
    result = head.body if isinstance(head.body, Result) else Result(())
    return {
        "above": head.above,
        "asked": head.question,
        "phases": [[name, state.value] for name, state in head.phases],
        "people": [_person_json(each) for each in sheet.people],
        "own": [_row_json(each) for each in sheet.own],
        "result": [_rank_json(each) for each in result.ranks],
    }


def _seat_json(seat: Seat) -> Json:
    return {"seat": seat.number, "name": seat.name, "colour": seat.colour}


def _person_json(person: Person) -> Json:
    facts = pictures_json(person.facts)
    return _seat_json(person.seat) | {"facts": facts, "acts": person.acts, "done": person.done}


def _rank_json(rank: Rank) -> Json:
    return _seat_json(rank.seat) | {"points": rank.points, "wins": rank.wins or rank.tie}


def _row_json(row: Row) -> Json:
    return {
        "title": row.title,
        "text": row.text,
        "pictures": pictures_json(row.pictures),
        "figures": pictures_json(row.figures),
    }


def _move_json(move: BoardMove) -> Json:
    spot = (move.spot or Picture("symbol/hand"),)
    return {
        "text": move.said,
        "pictures": pictures_json(move.pictures),
        "to": pictures_json(spot),
    }
