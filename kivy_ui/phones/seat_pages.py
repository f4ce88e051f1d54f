"""Whole views of seats for phones: what is asked, beside what the seat may see of the table."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from companion.errors import CompanionError
from companion.games.answers import AnswerRefusedError, reached
from companion.games.question import Question, is_question
from companion.games.roll.model.holdings import RolledDie
from companion.history.archive import Archive, past_game
from companion.i18n import N_, translator
from companion.session.ports import Reading
from companion.session.service_ports import SharedTally, TilesReading
from companion.session.table_port import PrivateView, TablePort, TableUpdate
from kivy_ui.asking.answering import Asked
from kivy_ui.asking.draft import Draft
from kivy_ui.asking.telling import Telling, telling_of
from kivy_ui.common.game_ui import GameUi
from kivy_ui.common.move_texts import BoardMove
from kivy_ui.common.player_group import PlayerGroup, seats_of_people
from kivy_ui.common.rule_book import topic_of
from kivy_ui.common.seat_sheet import SeatSheet
from kivy_ui.games.roll.context import GAME as ROLL
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.hints import HintsPresenter
from kivy_ui.games.roll.mats.own_mat import ReadMat
from kivy_ui.games.roll.result import curves
from kivy_ui.games.roll.score_entry.on_phones import PhoneTally
from kivy_ui.pages.listing import Row
from kivy_ui.pages.page import Page, Picture, Seat
from kivy_ui.pages.people import Person
from kivy_ui.pages.scores import Curve, Rank, Reason, Result
from kivy_ui.phones.own_photographs import OwnPhotographs
from kivy_ui.phones.wire import Json, pictures_json, question_json, refusal_json
from kivy_ui.settings import UiSettings

_LABELS: Final = {
    "back": N_("Back"),
    "confirm": N_("Done"),
    "course": N_("Course of the game"),
    "hints": N_("Hints"),
    "lost": N_("The table does not answer. It is tried again."),
    "more": N_("What else?"),
    "moves": N_("Move on the table"),
    "none": N_("The table has not begun a game."),
    "own": N_("What I have"),
    "mat": N_("Photograph my mat"),
    "players": N_("Players"),
    "rule": N_("Show the rule"),
    "reading": N_("Reading the photograph …"),
    "search": N_("Search"),
    "spectator": N_("You are watching."),
    "tableau": N_("Photograph the tableau"),
    "unnamed": N_("Without a number"),
    "why": N_("Where do the points come from?"),
    "wait": N_("Nothing to decide now."),
}
"""Texts of the phone's page itself."""


class SeatPages:
    """Views of the running game for seats and spectators, each in the language of its phone.

    Used by one thread at a time.

    Args:
        port: the table.
        sits: who sits at a seat, on the table's own screen.
        tally: the final score that is entered together.
        photographs: whether photographs can be read.
        window: the settings of the touchscreen, with the services of the machine.
    """

    def __init__(
        self,
        port: TablePort,
        sits: Callable[[int], Seat],
        *,
        tally: SharedTally,
        photographs: bool = False,
        window: Callable[[], UiSettings | None] = lambda: None,
    ) -> None:
        self._port, self._window = port, window
        self._hints: dict[str, HintsPresenter] = {}
        self._hinted: dict[tuple[int, str], tuple[RolledDie, ...]] = {}
        self._courses: dict[object, tuple[Curve, ...]] = {}
        self._group = PlayerGroup(sits)
        self._contexts: dict[str, RollContext] = {}
        self._photographs = photographs
        self._mats = OwnPhotographs()
        self._tally = PhoneTally(tally, self._group)

    def seats(self, update: TableUpdate) -> tuple[int, ...]:
        """Return the seats of people: in the game, else of those whose final score is entered."""
        count = len(self._tally.shared.players) if update.view is None else 0
        return seats_of_people(update.view) or tuple(range(1, count + 1))

    def view(self, seat: int | None, language: str) -> Json:
        """Return what a seat sees, or a spectator for None: a view of the contract."""
        private, ui, game = self._at(seat, language)
        update = private.update
        shown: Json = {"version": update.version, "game": update.game, "seat": seat}
        labels = {key: ui.translate(text) for key, text in _LABELS.items()}
        page: Json = {"language": ui.language, "labels": labels}
        question = self._asked(ui, game, private)
        asked: Json | None = None
        if game is not None:
            tell = self._telling(ui, game)
            if not self._tally.is_open(private):
                page |= _sheet_json(self._sheet(ui, game, tell, private))
                page["moves"] = [_move_json(each) for each in self._moves(ui, game, seat)]
                page["open"] = self._mats.key(game, private)
            else:
                page |= _sheet_json(self._tally.sheet(ui, private))
                page["open"] = self._tally.key
            page["hints"] = self._rolled(game, private) is not None and self._may_ask(ui, private)
            page["course"] = [_curve_json(each) for each in self._course(ui)]
            if self._photographs:
                page["photograph"] = self._photographed(game, private)
            asked = None if question is None else question_json(tell, question)
        return {**shown, "page": page, "question": asked}

    def following(self, seat: int, language: str, message: Mapping[str, Any]) -> Json:
        """Return the question at the end of a message's path; None in it if that is an answer.

        Raises:
            CompanionError: as ``received``.
        """
        private, ui, game = self._at(seat, language)
        version = private.update.version
        found = reached(self._asked(ui, game, private), version, message)
        asked = None
        if game is not None and is_question(found):
            asked = question_json(self._telling(ui, game), found)
        return {"version": version, "question": asked}

    def photographed(self, seat: int, reading: Reading | TilesReading, number: int) -> None:
        """Take what was read in a photograph of a seat; another one replaces it.

        Args:
            number: whose tableau it is; 0 for the own one.
        """
        private, ui, game = self._at(seat, "")
        if isinstance(reading, Reading):
            self._mats.take(game, private, reading)
        else:
            self._tally.photographed(ui, private, reading, number)

    def received(
        self, seat: int, language: str, message: Mapping[str, Any]
    ) -> Mapping[str, Any] | None:
        """Take an answer about a photograph; return what the table has to answer, if anything.

        Raises:
            CompanionError: as ``received`` of the table.
        """
        private, ui, game = self._at(seat, language)
        if self._tally.received(ui, private, message):
            return None
        return self._mats.received(ui, game, private, message)

    def hints(self, seat: int, language: str) -> Json:
        """Return hints for a seat's decision, which nobody else sees; *busy*: ask again."""
        private, ui, game = self._at(seat, language)
        rolled, hints = self._rolled(game, private), self._hints[ui.language]
        if rolled is None or not self._may_ask(ui, private):
            return {"busy": False, "rows": []}
        if not rolled or hints.asks_roll(seat) or self._hinted.get((seat, language)) != rolled:
            self._hinted[seat, language] = rolled
            hints.ask(seat, rolled)
        return {"busy": hints.busy(seat), "rows": [_row_json(each) for each in hints.rows(seat)]}

    def rule(self, number: str, language: str) -> Json:
        """Return a page of the help of the running game by the number of a rule on it."""
        _, ui, game = self._at(None, language)
        found = None if game is None else topic_of(game.shelves(ui), number)
        return {"title": found.title if found else "", "lines": list(found.text) if found else []}

    def _may_ask(self, ui: RollContext, private: PrivateView) -> bool:
        hints = self._hints.setdefault(ui.language, HintsPresenter(ui))
        return private.seat is not None and ui.view is not None and hints.may_ask(private.seat)

    def _rolled(self, game: GameUi | None, private: PrivateView) -> tuple[RolledDie, ...] | None:
        """Return the roll of a seat from its photograph; none where none is needed.

        None while it is not known.
        """
        if self._mats.about(game, private) is None:
            return ()
        read = self._mats.read(game, private)
        dice = read.dice if isinstance(read, ReadMat) else ()
        return tuple(RolledDie(each.type, each.face) for each in dice) or None

    def _course(self, ui: RollContext) -> tuple[Curve, ...]:
        """Return the points after each round of the game that is over, once they are known."""
        update, archive = ui.update, ui.settings.services.archive
        about = update.game_id, update.version
        if not update.is_over or update.game != ROLL or update.game_id is None:
            return ()
        if about not in self._courses:
            self._courses = {about: ()}
            work = threading.Thread(target=self._read_course, args=(ui, archive, about))
            work.start()
        return self._courses[about]

    def _read_course(self, ui: RollContext, archive: Archive, about: tuple[str, int]) -> None:
        try:
            game = past_game(archive, ui.tiles.catalog, about[0])
        except CompanionError:  # no course is shown
            return
        if game is not None and about in self._courses:
            self._courses[about] = curves(game)
            self._tally.shared.touch()

    def _asked(self, ui: RollContext, game: GameUi | None, private: PrivateView) -> Question | None:
        """Return what a seat is asked: by the game, about a photograph, or for its final score."""
        return self._tally.asked(ui, private) or self._mats.asked(ui, game, private)

    def _photographed(self, game: GameUi, private: PrivateView) -> str:
        """Return what a seat may photograph now; empty for nothing."""
        if self._tally.index(private) is not None:
            return "tableau"
        return "" if self._mats.about(game, private) is None else "mat"

    def error(self, error: CompanionError, language: str) -> Json:
        """Return an error as JSON."""
        _, ui, game = self._at(None, language)
        if isinstance(error, AnswerRefusedError) and game is not None:
            return refusal_json(self._telling(ui, game), error.refused)
        said = ui.error_text
        return {"code": error.code, "message": said.message(error), "hint": said.hint(error)}

    # --- of one state --------------------------------------------------------------------------

    def _at(
        self, seat: int | None, language: str
    ) -> tuple[PrivateView, RollContext, GameUi | None]:
        """Return the newest state, the context of a language, which has taken it, and the game.

        Without a game the final score is one of Roll for the Galaxy.
        """
        key = translator(language).language
        if key not in self._contexts:
            settings = replace(self._window() or UiSettings(), language=key)
            self._contexts[key] = RollContext(self._port, settings)
        private, ui = self._port.private_view(seat), self._contexts[key]
        ui.preferences = (self._window() or ui.settings).preferences
        ui.take(private.update)
        key = private.update.game or ""
        if private.update.view is None:
            key = ROLL if self._tally.is_open(private) else ""
        return private, ui, ui.settings.games.get(key)

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
        own = pages.own(tell, view, seat) if seat in seats_of_people(view) else ()
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
    ranks = head.body.ranks if isinstance(head.body, Result) else ()
    told = sheet.why or ((),) * len(ranks)
    return {
        "above": head.above,
        "asked": head.question,
        "phases": [[name, state.value] for name, state in head.phases],
        "people": [_person_json(each) for each in sheet.people],
        "own": [_row_json(each) for each in sheet.own],
        "result": [_rank_json(*each) for each in zip(ranks, told, strict=True)],
    }


def _seat_json(seat: Seat) -> Json:
    return {"seat": seat.number, "name": seat.name, "colour": seat.colour}


def _person_json(person: Person) -> Json:
    facts = pictures_json(person.facts)
    return _seat_json(person.seat) | {"facts": facts, "acts": person.acts, "done": person.done}


def _curve_json(curve: Curve) -> Json:
    return _seat_json(curve.seat) | {"values": list(curve.values)}


def _rank_json(rank: Rank, why: tuple[Reason, ...]) -> Json:
    reasons = [
        {"title": each.title, "text": each.text, "pictures": pictures_json((each.picture,)),
         "points": each.points}
        for each in why
    ]  # fmt: skip
    shown = {"points": rank.points, "wins": rank.wins or rank.tie, "why": reasons}
    return _seat_json(rank.seat) | shown


def _row_json(row: Row) -> Json:
    return {
        "title": row.title,
        "text": row.text,
        "value": row.value,
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
