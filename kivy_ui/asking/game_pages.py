"""The pages of a game: what its questions ask, with what the game shows around them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from companion.errors import CompanionError
from companion.games.question import Choose, Path, Piece, Question, in_one_step
from companion.session.ports import Reading
from companion.session.table_port import DeviceState
from kivy_ui.asking import draft as drafts
from kivy_ui.asking.answering import Asked, Asking
from kivy_ui.asking.draft import Action, Back, Confirm, Draft, Give, Mark, More, Part, at
from kivy_ui.asking.draft import Why as WhyNot
from kivy_ui.asking.results import Explain
from kivy_ui.asking.telling import PieceLooks, Telling, telling_of
from kivy_ui.asking.tray import TRAY, TrayAction, tray_note, tray_photo, watched
from kivy_ui.common.move_texts import BoardMove
from kivy_ui.common.page_source import Help, Said, Steps, Visit
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.common.usual_names import MOST_SEATS
from kivy_ui.pages.bodies import Body
from kivy_ui.pages.forms import Form
from kivy_ui.pages.listing import Row, TableTop
from kivy_ui.pages.maps import Map
from kivy_ui.pages.page import Card, Cards, Chip, Main, Move, Note, Page, PhaseState, Picture, Side
from kivy_ui.pages.people import Person
from kivy_ui.pages.scores import Next, Tally, Why

_FEW: Final = 2
"""Kinds of pieces that fit into the foot of a map; more are one picture with their number."""
_SEATS: Final = tuple(range(1, MOST_SEATS + 1))


@dataclass(frozen=True, slots=True)
class Around:
    """What a game shows around a question.

    Attributes:
        above: the small line over the question: round and phase.
        people: the players with their pieces.
        board: shown instead of cards; the answers that are its places are no cards.
        captions: key of an answer -> a word on its card, such as its probability.
        details: key of an answer -> pieces on its card, such as a price.
        phases: those of the round with their states.
        body: shown instead of the cards.
        asked: what is asked with it, instead of the question.
    """

    above: str
    people: tuple[Person, ...] = ()
    note: Note | None = None
    board: Map | None = None
    captions: Mapping[str, str] = field(default_factory=dict)
    details: Mapping[str, tuple[Picture, ...]] = field(default_factory=dict)
    phases: tuple[tuple[str, PhaseState], ...] = ()
    body: Body | None = None
    asked: str = ""


@dataclass(frozen=True, slots=True)
class GamePages:
    """A game's pages, as far as its questions do not say them.

    Attributes:
        ask: (context, people, state, seat) -> the question; with names and facts of the box.
        around: (telling, view, question, draft) -> what is shown around it.
        over: (telling, view) -> the page of the result; its main button if a new game is not next.
        explained: (telling, view, what) -> where a player's points come from; None: as in *over*.
        set_up: (telling, view, draft) -> what to lay out first; empty for nothing.
        box: (view, known) -> facts of the owner's copy as they are known now; None if none were
            entered. *known* are those of earlier games, None for none.
        has_odds: whether it shows probabilities, which can be turned off.
        seen: a reading of the tray -> the answer that it proposes, from the seat's question on;
            None if it proposes none, as where the camera answers by itself or not at all.
        own: (telling, view, seat) -> what only this seat sees of its own, on its phone.
        thrown: state -> the answer to dice that are rolled on the screen instead of the table.
        has_robot: whether a robot sits at the table.
    """

    looks: PieceLooks
    ask: Callable[[UiContext, PlayerGroup, Any, int], Question | None]
    around: Callable[[Telling, Any, Asked, Draft], Around]
    over: Callable[[Telling, Any], Page]
    set_up: Callable[[Telling, Any, Draft], tuple[Row, ...]] = lambda _tell, _view, _draft: ()
    box: Callable[[Any, Any], object | None] = lambda _view, _known: None
    has_odds: bool = False
    seen: Callable[[Reading], Path | None] = lambda _reading: None
    thrown: Callable[[Any], Path] | None = None
    explained: "Callable[[Telling, Any, Explain], Why] | None" = None
    has_robot: bool = False
    own: Callable[[Telling, Any, int], tuple[Row, ...]] = lambda _tell, _view, _seat: ()


@dataclass(frozen=True, slots=True)
class Throw:
    """Roll the dice on the screen."""


@dataclass(frozen=True, slots=True)
class Play:
    """Begin a game of a kind."""

    game: str


@dataclass(frozen=True, slots=True)
class Moved:
    """The move in the foot was made on the table."""


@dataclass(frozen=True, slots=True)
class Odds:
    """Show probabilities, or none."""


@dataclass(frozen=True, slots=True)
class LaidOut:
    """What the set-up needs lies on the table."""


@dataclass(eq=False)
class AskedPages:
    """The pages of the running game on one screen.

    Args:
        moves: what has to be moved on the table after the newest step.
        rule: number of the section of the rules for what is asked; empty for none.
    """

    _ui: UiContext
    _group: PlayerGroup
    _game: GamePages
    _moves: Callable[[], tuple[BoardMove, ...]]
    _rule: Callable[[], str]
    _steps: Steps
    _version: int = -1
    _draft: Draft = field(default_factory=Draft)
    _moved: int = 0
    _odds: bool = True
    _looks: bool = False
    _explained: Explain | None = None
    _shown_rows: tuple[Row, ...] = ()
    _laid_out: tuple[Row, ...] = ()
    _known: dict[int, Question | None] = field(default_factory=dict)

    @property
    def _telling(self) -> Telling:
        ui, looks = self._ui, self._game.looks
        return telling_of(ui.translate, looks, self._group, ui.update.view, odds=self._odds)

    def _ask(self, seat: int) -> Question | None:
        """Return the question of a seat, computed once for each state."""
        if seat not in self._known:
            view = self._ui.update.view
            state = getattr(view, "state", view)
            self._known[seat] = self._game.ask(self._ui, self._group, state, seat)
        return self._known[seat]

    def _follow(self) -> None:
        """Bring the draft in line with the newest state: the first whom the table waits for."""
        if self._version != self._ui.update.version:
            self._version = self._ui.update.version
            self._moved = 0
            self._looks = False
            self._explained = None
            self._known.clear()
            self._remember_box()
            self._open(drafts.fitting(self._ask, self._draft))

    def _remember_box(self) -> None:
        """Keep facts of the owner's copy that were entered, for further games.

        If that fails the window shows an error and the game continues.
        """
        game, boxes = self._ui.update.game or "", self._ui.settings.services.boxes
        known = boxes.of(game)
        facts = self._game.box(self._ui.update.view, known)
        if facts is None or facts == known:
            return
        try:
            boxes.keep(game, facts)
        except CompanionError as error:
            self._ui.complaint = error

    def _open(self, draft: Draft) -> None:
        """Show a draft; one without an answer is that of the first whom the table waits for."""
        self._draft = draft if draft.given else drafts.opened(self._ask, self._first())

    def _first(self) -> int:
        asked = [(seat, self._ask(seat)) for seat in range(MOST_SEATS + 1)]
        urgent = (seat for seat, question in asked if question is not None and question.urgent)
        return next(urgent, 0)

    def page(self) -> Page:
        self._follow()
        view, tell = self._ui.update.view, self._telling
        if self._ui.update.is_over:
            return self._over(tell, self._game.over(tell, view))
        rows = self._game.set_up(tell, view, self._draft)
        if rows and rows != self._laid_out:
            return self._to_lay_out(tell, rows)
        asked = Asking(tell, self._ask, self._draft, _SEATS).shown()
        if self._draft.more and self._game.has_odds and self._draft.seat == self._first():
            said = tell.translate("Shown: tap to hide"), tell.translate("Hidden: tap to show")
            asked.cards["odds"] = Card(
                Odds(),
                (Picture("symbol/chart"),),
                tell.translate("Odds"),
                (said[0] if self._odds else said[1],),
                chosen=self._odds,
            )
        live = self.live
        if live:
            asked = self._proposed(tell, asked)
            if self._game.thrown is not None and not self._draft.given:
                roll, words = Picture("d6/5"), tell.translate("Roll on the screen")
                asked.cards["throw"] = Card(Throw(), (roll,), words)
        around = self._game.around(tell, view, asked, self._draft)
        photo = tray_photo(self._ui) if live and self._looks else None
        body = self._body(asked, around) if photo is None else photo
        move, note = self._foot(asked, around, live=live, narrow=isinstance(body, Map))
        side, main = () if move or note else asked.side, asked.main
        if main is not None and (move or (note and note.button and note.button.key == Moved())):
            main = replace(main, quiet=True)  # what is moved on the table comes first
        return Page(
            around.above,
            around.asked or asked.question,
            body,
            phases=around.phases,
            people=() if isinstance(body, Tally) else around.people,
            note=note,
            move_now=move,
            side=side,
            main=main,
            onward=tell.translate("Next"),
            back=asked.back if photo is None else TrayAction.LOOK,
            chips=self._chips(asked),
            can_undo=self._ui.update.can_undo,
        )

    def _proposed(self, tell: Telling, asked: Asked) -> Asked:
        """Return what is shown with the answer that a doubtful reading of the tray proposes."""
        reading = self._ui.port.latest_scan().reading
        path = None if reading is None else self._game.seen(reading)
        if reading is None or path is None or at(self._ask, self._draft.seat, path) is None:
            return asked
        pieces = (Piece(f"die/{die.face}") for die in reading.dice if die.mat == TRAY)
        faces = tell.translate.list_of(tuple(map(tell.word, pieces)))
        words = tell.translate("Do the dice show this: %(faces)s?", faces=faces)
        yes = Main(tell.translate("Yes"), Give(self._draft.seat, path))
        return replace(asked, question=words, main=yes)

    def _foot(
        self, asked: Asked, around: Around, *, live: bool, narrow: bool
    ) -> tuple[Move | None, Note | None]:
        """Return what stands in the foot: a move until it is ticked, the tray, a note.

        Other buttons take the place of a note.
        """
        move, said = self._to_move(narrow=narrow)
        if (move or said) and not self._seldom():
            return move, said
        if asked.side:
            return None, None
        tray = tray_note(self._ui, looks=self._looks) if live else None
        if tray is not None and self._ui.port.latest_scan().camera is not DeviceState.ABSENT:
            return None, tray
        return None, around.note or tray

    def _seldom(self) -> bool:
        """Return whether a seldom wanted answer is begun, such as a correction."""
        question, path = self._ask(self._draft.seat), self._draft.path
        answers = question.answers if isinstance(question, Choose) and path else ()
        return any(each.minor and each.key == path[0] for each in answers)

    def _over(self, tell: Telling, page: Page) -> Page:
        """Return the page of the result with what can be done now."""
        if self._explained is not None and self._game.explained is not None:
            why = self._game.explained(tell, self._ui.update.view, self._explained)
            name = tell.name(self._explained.seat or 0)
            return replace(page, question=name, body=why, note=None, back=Explain(None))
        results = Side(Visit("history"), tell.translate("Results and BG Stats"), "qr")
        return replace(
            page,
            main=page.main or Main(tell.translate("New game"), Visit("start"), "plus"),
            side=() if page.note or page.main else (results,),
            can_undo=self._ui.update.can_undo,
        )

    def _chips(self, asked: Asked) -> tuple[Chip, ...]:
        rule, word = self._rule(), self._telling.translate("Help")
        return (
            *asked.chips,
            *((Chip(word, icon="question", key=Help(rule)),) if rule else ()),
            *((Chip(icon="more", key=asked.more),) if asked.more else ()),
        )

    def _to_lay_out(self, tell: Telling, rows: tuple[Row, ...]) -> Page:
        self._shown_rows = rows
        laid_out = Main(tell.translate("Done"), LaidOut())
        path, names = self._draft.path, self._group.names(self._ui.update.view)
        seats = [*(range(1, path[0] + 1) if path else names), *[0] * self._game.has_robot]
        return Page(
            tell.translate("Set-up"),
            tell.translate("Set up the table"),
            TableTop(rows),
            people=tuple(Person(tell.seat(seat)) for seat in seats),
            main=laid_out,
            onward=tell.translate("Next"),
            back=Back() if self._draft.given else None,
            can_undo=self._ui.update.can_undo,
        )

    @staticmethod
    def _body(asked: Asked, around: Around) -> Body:
        if asked.typed is not None:
            return asked.typed
        if around.body is not None:
            return around.body
        board = around.board
        cards = {key: _told(card, key, around) for key, card in asked.cards.items()}
        if asked.fields and not asked.places:
            return Form(asked.fields)
        if board is None:
            return Cards(tuple(cards.values())) if cards else TableTop(())
        others = tuple(cards[key] for key in asked.beside_board)
        return replace(board, cards=others, fields=asked.fields)

    def _to_move(self, *, narrow: bool) -> tuple[Move | None, Note | None]:
        """Return the next move, each until it is ticked; those without pieces are the last."""
        moves = sorted(self._moves(), key=lambda move: not move.pictures)
        if self._moved >= len(moves):
            return None, None
        if (now := moves[self._moved]).pictures:
            return _move(self._telling, now, narrow=narrow), None
        return None, Note((now.said,), icon="symbol/hand", button=Side(Moved(), "", "tick"))

    def touch(self, key: object) -> Said:
        match key:
            case Next(key=key):
                return self.touch(key)
            case WhyNot(refused=refused):
                return self._telling.why(refused)
            case Give() | Mark() | Part() | Confirm() | Back() | More():
                self._change(key)
            case Throw() if self._game.thrown is not None:
                view = self._ui.update.view
                path = self._game.thrown(getattr(view, "state", view))
                self._change(Give(self._draft.seat, path))
            case TrayAction.READ:
                self._ui.port.rescan()
            case Play(game=game):
                self._ui.port.new_game(game)
            case _:
                self._turn(key)
        return None

    def _turn(self, key: object) -> None:
        """Show something else of the same state."""
        match key:
            case Moved():
                self._moved += 1
            case Explain(seat=seat):
                self._explained = None if seat is None else key
            case Odds():
                self._odds = not self._odds
            case TrayAction.LOOK:
                self._looks = not self._looks
            case LaidOut():
                self._laid_out = self._shown_rows
            case _:
                pass

    @property
    def live(self) -> bool:
        """Whether the camera can answer what is asked now, so that the page follows its reading."""
        self._follow()
        return not self._ui.update.is_over and watched(self._ask, self._draft)

    def enter(self) -> None:
        """Go on where the table stands."""

    def undo(self) -> None:
        self._steps.undo()

    def redo(self) -> None:
        self._steps.redo()

    def _change(self, action: Action) -> None:
        before = self._draft
        self._draft, commands = drafts.after(self._ask, before, action)
        left = before.given and not (self._draft.given or self._draft.more)
        closed = before.more and not self._draft.more and self._draft.seat != self._first()
        if left or closed:
            self._open(self._draft)
        if commands:
            self._ui.port.post(in_one_step(*commands))


def _told(card: Card, key: str, around: Around) -> Card:
    """Return a card with what the game says of it."""
    caption, details = around.captions.get(key, ""), around.details.get(key, ())
    text = (caption,) if caption else card.text
    return replace(card, text=text, gains=(*card.gains, *details))


def _move(tell: Telling, move: BoardMove, *, narrow: bool) -> Move:
    """Return a move as it stands in the foot; a narrow one has not many pieces."""
    pieces = move.pictures
    if narrow and len(pieces) > _FEW:
        pieces = (replace(pieces[0], count=sum(each.count for each in pieces)),)
    words = tell.translate("First: %(move)s", move=move.note or move.target)
    return Move(pieces, move.spot or Picture("symbol/box"), (words,), key=Moved())
