"""Whole views of seats for phones: what is asked, beside what the seat may see of the table."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from typing import Any, Final

from companion.errors import CompanionError
from companion.games.answers import AnswerRefusedError, reached, received
from companion.games.question import Answer, Choose, Question, is_question, text
from companion.games.roll.model.holdings import RolledDie
from companion.i18n import N_, translator
from companion.session.ports import Reading
from companion.session.service_ports import SharedTally, TilesReading
from companion.session.steps import StepKind
from companion.session.table_port import PrivateView, TablePort, TableUpdate, Turn
from kivy_ui.asking.answering import Asked
from kivy_ui.asking.draft import Draft
from kivy_ui.asking.telling import Telling, telling_of
from kivy_ui.common.game_ui import GameUi
from kivy_ui.common.move_texts import board_moves, turned_moves
from kivy_ui.common.player_group import PlayerGroup, seats_of_people
from kivy_ui.common.rule_book import topic_of
from kivy_ui.common.seat_sheet import SeatSheet
from kivy_ui.games.roll.context import GAME as ROLL
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.hints import HintsPresenter
from kivy_ui.games.roll.mats.own_mat import ReadMat
from kivy_ui.games.roll.score_entry.on_phones import KEY as TALLY
from kivy_ui.games.roll.score_entry.on_phones import PhoneTally
from kivy_ui.pages.page import Cards, Page, Seat
from kivy_ui.pages.scores import Rank, Reason, Result, Source
from kivy_ui.phones.own_photographs import KEY as PHOTOGRAPH
from kivy_ui.phones.own_photographs import OwnPhotographs
from kivy_ui.phones.wire import Json, plain, question_json, refusal_json
from kivy_ui.settings import UiSettings
from kivy_ui.window.event_log import EventLogPages

_TABLE: Final = "table"
"""First element of paths through what the whole table decides."""
_LONGEST: Final = 60
"""Letters of a sentence that fit on a button."""
_LABELS: Final = {
    "back": N_("Back"),
    "confirm": N_("Done"),
    "course": N_("Course of the game"),
    "hints": N_("Hints"),
    "left": N_("%(count)s to go"),
    "log": N_("Log"),
    "lost": N_("The table does not answer. It is tried again."),
    "more": N_("What else?"),
    "moves": N_("Move on the table"),
    "none": N_("The table has not begun a game."),
    "own": N_("What I have"),
    "mat": N_("Photograph my mat"),
    "players": N_("Players"),
    "rule": N_("Show the rule"),
    "refused": N_("Not possible now"),
    "reading": N_("Reading the photograph …"),
    "search": N_("Search"),
    "spectator": N_("Spectator"),
    "table": N_("Table"),
    "tableau": N_("Photograph the tableau"),
    "undo": N_("Undo"),
    "unnamed": N_("Without a number"),
    "why": N_("Where do the points come from?"),
    "wait": N_("Nothing to decide now."),
    "waits": N_("Waiting for %(names)s"),
    "watch": N_("You are watching."),
}
"""Texts of the phone's page itself."""


class SeatPages:
    """Implements ``companion.phones.ports.PhoneViews``, each view in the language of its phone.

    Used by one thread at a time.

    Args:
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
        private, ui, game = self._at(seat, language)
        update = private.update
        shown: Json = {"version": update.version, "game": update.game, "seat": seat}
        labels = {key: ui.translate(text) for key, text in _LABELS.items()}
        page: Json = {"language": ui.language, "labels": labels}
        asked: Json | None = None
        if game is not None:
            tell = self._telling(ui, game)
            page |= self._page(ui, game, tell, private)
            question = self._asked(ui, game, private)
            asked = None if question is None else question_json(tell, question)
            proposed = str(getattr(question, "default", ""))
            page["open"] = proposed if proposed.startswith((TALLY, PHOTOGRAPH)) else ""
        return {**shown, "page": page, "question": asked}

    def _page(self, ui: RollContext, game: GameUi, tell: Telling, private: PrivateView) -> Json:
        """Return what is shown beside the question."""
        table = self._table(ui, game, private)
        sheet = self._sheet(ui, game, tell, private)
        page = _sheet_json(ui, sheet)
        if not self._tally.is_open(private):
            page["moves"] = list(self._moves(ui, game, private))
        if private.seat is not None:
            mine = (each.seat for each in sheet.people if each.seat.number == private.seat)
            page["me"] = plain(next(mine, tell.seat(private.seat)))
        page["hints"] = self._rolled(game, private) is not None and self._may_ask(ui, private)
        if table is not None:
            first = (tell.said(each.text) for each in table.answers if each.key == table.default)
            page["table"] = {"urgent": table.urgent, "text": next(first, "")}
            page["undo"] = self._undone(ui, game) if self._is_own(private) else ""
        if private.seat is None:
            page["log"] = [line.text for line in EventLogPages(ui).lines()]
        elif self._photographs:
            page["photograph"] = self._photographed(game, private)
            page["photograph_first"] = self._tally.begins(private)
        return page

    def following(self, seat: int, language: str, message: Mapping[str, Any]) -> Json:
        private, ui, game = self._at(seat, language)
        version, asked = private.update.version, None
        question, message = self._root(ui, game, private, message)
        found = reached(question, version, message)
        if game is not None and is_question(found):
            asked = question_json(self._telling(ui, game), found)
        return {"version": version, "question": asked}

    def answer(self, seat: int, language: str, message: Mapping[str, Any]) -> Future[int] | None:
        private, ui, game = self._at(seat, language)
        match message.get("path"):
            case [str(key), *_] if key.startswith(TALLY):
                self._tally.received(ui, private, message)
                return None
            case [str(key), *_] if key.startswith(PHOTOGRAPH):
                command = self._mats.received(ui, game, private, message)
            case _:
                question, message = self._root(ui, game, private, message)
                command = received(question, private.update.version, message)
        return None if command is None else self._port.answer(private.update, command)

    def _root(
        self, ui: RollContext, game: GameUi | None, private: PrivateView, message: Mapping[str, Any]
    ) -> tuple[Question | None, Mapping[str, Any]]:
        """Return the question that a message is about, and the message with the path from there."""
        match message.get("path"):
            case [str(first), *rest] if first == _TABLE:
                return self._table(ui, game, private), {**message, "path": rest}
            case _:
                return self._asked(ui, game, private), message

    def photographed(self, seat: int, reading: Reading | TilesReading, number: int) -> None:
        private, ui, game = self._at(seat, "")
        if isinstance(reading, Reading):
            self._mats.take(game, private, reading)
        else:
            self._tally.photographed(ui, private, reading, number)

    def hints(self, seat: int, language: str) -> Json:
        private, ui, game = self._at(seat, language)
        rolled, hints = self._rolled(game, private), self._hints[ui.language]
        if rolled is None or not self._may_ask(ui, private):
            return {"busy": False, "rows": []}
        if not rolled or hints.asks_roll(seat) or self._hinted.get((seat, language)) != rolled:
            self._hinted[seat, language] = rolled
            hints.ask(seat, rolled)
        return {"busy": hints.busy(seat), "rows": plain(hints.rows(seat))}

    def rule(self, number: str, language: str) -> Json:
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
        held = self._mats.held(game, private)
        dice = held.read.dice if held is not None and isinstance(held.read, ReadMat) else ()
        return tuple(RolledDie(each.type, each.face) for each in dice) or None

    def _asked(self, ui: RollContext, game: GameUi | None, private: PrivateView) -> Question | None:
        """Return what a seat is asked: by the game, about a photograph, or for its final score."""
        return self._tally.asked(ui, private) or self._mats.asked(ui, game, private)

    # --- the whole table -----------------------------------------------------------------------

    def _table(self, ui: RollContext, game: GameUi | None, private: PrivateView) -> Choose | None:
        """Return what the touchscreen asks the whole table, with undo and redo; None for none."""
        question = private.of(0).question
        if game is None or private.seat is None or not isinstance(question, Choose):
            return None
        update, answers = private.update, []
        if update.can_undo:
            words = text("Undo: %(what)s", what=self._undone(ui, game))
            answers.append(Answer("undo", words, Turn.UNDO))
        if update.can_redo:
            answers.append(Answer("redo", text("Redo"), Turn.REDO))
        return replace(question, answers=(*question.answers, *answers))

    def _undone(self, ui: RollContext, game: GameUi) -> str:
        """Return what the last step was, where that is known and short."""
        step = ui.update.step
        if step is None or step.kind is StepKind.UNDONE:
            return ui.translate("the last step")
        said = game.log.said(self._group.told(ui.translate, ui.update.view), step.events)
        named = next(iter(said), "")
        return named if 0 < len(named) <= _LONGEST else ui.translate("the last step")

    @staticmethod
    def _is_own(private: PrivateView) -> bool:
        """Whether the last step began with an answer of the seat."""
        step = private.update.step
        if step is None or step.kind is StepKind.UNDONE or not private.update.can_undo:
            return False
        return getattr(step.events[0], "seat", None) == private.seat

    def _photographed(self, game: GameUi, private: PrivateView) -> str:
        """Return what a seat may photograph now; empty for nothing."""
        if self._tally.index(private) is not None:
            return "tableau"
        return "" if self._mats.about(game, private) is None else "mat"

    def error(self, error: CompanionError, language: str) -> Json:
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
        ui, window = self._contexts.get(key), self._window()
        if ui is None or (window is not None and ui.settings.services is not window.services):
            settings = replace(window or UiSettings(), language=key)
            ui = self._contexts[key] = RollContext(self._port, settings)
            ui.record.on_end = lambda: self._tally.shared.on_change()
            self._hints.pop(key, None)
        private = self._port.private_view(seat)
        ui.preferences = (window or ui.settings).preferences
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

    def _sheet(
        self, ui: RollContext, game: GameUi, tell: Telling, private: PrivateView
    ) -> SeatSheet:
        if self._tally.is_open(private):
            return self._tally.sheet(ui, private)
        if game.own_screens is not None:
            return game.own_screens.sheet(ui, private)
        pages, view, seat = game.asking, ui.update.view, private.seat or 0
        if pages is None:
            return SeatSheet(Page("", "", Result(())))
        if ui.update.is_over:
            explained = None if pages.explained is None else partial(pages.explained, tell, view)
            return SeatSheet(pages.over(tell, view), explained=explained)
        around = pages.around(tell, view, Asked(""), Draft(seat))
        head = Page(around.above, "", Result(()), phases=around.phases)
        own = pages.own(tell, view, seat) if seat in seats_of_people(view) else ()
        return SeatSheet(head, around.people, own)

    def _moves(self, ui: RollContext, game: GameUi, private: PrivateView) -> Iterator[Json]:
        """Yield what the seat has to move after the newest step or its undo, then anybody."""
        update, texts = ui.update, game.board_moves
        if update.restored or update.step is None or private.seat is None or texts is None:
            return
        told = self._group.told(ui.translate, ui.update.view)
        moves = turned_moves if update.step.kind is StepKind.UNDONE else board_moves
        found = moves(texts.of_one, told, update.step)
        for each in sorted(found, key=lambda move: move.seat is None):
            if each.seat is None or each.seat.number == private.seat:
                yield plain(each) | {"lines": each.lines}


def _whys(sheet: SeatSheet, rank: Rank) -> Iterator[tuple[Source, tuple[Reason, ...]]]:
    """Yield the sources of a player's points, with the reasons of each."""
    if sheet.explained is None or rank.key is None:
        return
    for source in sheet.explained(rank.key).sources:
        if source.key is not None:
            yield source, sheet.explained(source.key).reasons


def _sheet_json(ui: RollContext, sheet: SeatSheet) -> Json:
    head = sheet.head
    ranks = head.body.ranks if isinstance(head.body, Result) else ()
    result = [
        plain(rank) | {"said": ui.translate("%(points)s points", points=rank.points),
                       "why": plain(tuple(_whys(sheet, rank)))}
        for rank in ranks
    ]  # fmt: skip
    told = list(head.note.lines if head.note is not None else ())
    for card in head.body.cards if isinstance(head.body, Cards) else ():
        told += [card.title, *card.text]
    shown = {"above": head.above, "asked": head.question, "phases": plain(head.phases)}
    shown |= {each: plain(getattr(sheet, each)) for each in ("people", "own", "course")}
    return shown | {"told": told, "result": result}
