"""The pages of a round: the wait for everybody, the phases, Manage Empire."""

from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from companion.games.question import Path, in_one_step
from companion.games.roll.model.state import Step
from companion.games.roll.phases.counters import Correctable
from companion.games.roll.phases.round import SignalReady, WithdrawReady
from companion.games.roll.view.table_view import PhaseStatus
from kivy_ui.asking.draft import Confirm, Give, Mark, Part, Why
from kivy_ui.asking.drafts import SeatDrafts
from kivy_ui.common.page_source import Said, Visit
from kivy_ui.common.page_source import Steps as Turning
from kivy_ui.common.stacked_pages import StackedPages, do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.hints import HintsPresenter
from kivy_ui.games.roll.looks import shown_seat, telling
from kivy_ui.games.roll.tiles.sought import tile_question
from kivy_ui.games.roll.tiles.tile_pages import TilePages
from kivy_ui.games.roll.turn import counters, move_pages, phase_page, seat_page
from kivy_ui.games.roll.turn.full_page import FullQuestion
from kivy_ui.games.roll.turn.lanes import SeatLane
from kivy_ui.games.roll.turn.table_page import table_page
from kivy_ui.games.roll.who_pages import WhoPages
from kivy_ui.pages.listing import Moves
from kivy_ui.pages.page import Chip, Main, Page, PhaseState, Side
from kivy_ui.pages.rounds import Lanes

_STATES: Final = MappingProxyType(
    {
        PhaseStatus.UNKNOWN: PhaseState.OFF,
        PhaseStatus.INACTIVE: PhaseState.OFF,
        PhaseStatus.WAITING: PhaseState.ACTIVE,
        PhaseStatus.CURRENT: PhaseState.CURRENT,
        PhaseStatus.DONE: PhaseState.DONE,
    }
)


def round_head(ui: RollContext) -> Page:
    """Return a page with the head of the round, still without content."""
    if ui.view is None:
        return Page("", "", Moves(()))
    managing = ui.translate("Manage") if ui.step is Step.MANAGE else ""
    name = managing if ui.phase is None else ui.words.of(ui.phase)
    shown = ui.view.phases if name else ()
    states = tuple((each.phase.value, _STATES[each.status]) for each in shown)
    above = " \u00b7 ".join(filter(None, (ui.round_title, name)))
    return Page(above, "", Moves(()), phases=states)


class RoundPages(StackedPages):
    """The pages from the first active phase to the end of a round.

    Attributes:
        marks: what the seats have ticked in their lanes.
        who: asks who plays a seat.
        counted: the counter that is shown where counters are kept by hand; None for the usual one.
    """

    ui: RollContext

    def __init__(
        self,
        ui: RollContext,
        steps: Turning,
        hints: HintsPresenter,
        tile: TilePages,
        who: WhoPages,
    ) -> None:
        super().__init__(ui, steps)
        self.marks = SeatDrafts()
        self.who = who
        self.counted: Correctable | None = None
        self._tile = tile
        self._hints = hints
        self._visited: str | None = None
        self._version = -1
        self._told: Any = None
        self._ticked: frozenset[int] = frozenset()
        self._phase_shown = ui.phase
        self._named_for: Any = None

    @property
    def live(self) -> bool:
        """Whether the page changes without a new state: hints are looked for, buttons fail."""
        busy = any(self._hints.busy(seat.seat) for seat in self.ui.seats)
        return busy or self.ui.step is Step.ASSIGN or super().live

    def follow(self) -> None:
        """Bring what is open in line with the newest state; a computer's question comes by itself.

        The window calls it with each state, before it asks which screen to show.
        """
        ui = self.ui
        if ui.visiting not in (self._visited, *ui.beside):
            self._visited = ui.visiting
            self.enter()
        if self._version == ui.update.version:
            return
        told = move_pages.told(ui)
        self._version, same, self._told = ui.update.version, told is self._told, told
        if not same:
            self._ticked = frozenset()
        if self._phase_shown != ui.phase:
            self._phase_shown, self.counted = ui.phase, None
        self._opened = [
            do(self.full, each.args[0].anew()) if each.action == self.full else each  # type: ignore[attr-defined] # a FullQuestion
            for each in self._opened
            if same or each.action not in (self.moves, self.earlier)
        ]
        if move_pages.says_at_once(ui):
            self.open(self.moves)
        self._ask_for_computers()

    # --- pages ---------------------------------------------------------------------------------

    def page(self) -> Page:
        self.follow()
        beside = self.ui.visiting in ("table", "corrections")
        self.leads_to = Visit(None) if beside else None
        return super().page()

    def first(self) -> Page:
        """Return the page of the step, or what is visited."""
        ui, view = self.ui, self.ui.view
        if view is None or not view.seats:
            return self.head()
        if ui.visiting == "table":
            asked = self.translate("What everybody has")
            return replace(self.head(), question=asked, body=seat_page.players(self))
        if ui.visiting == "corrections":
            return self.full(FullQuestion.at(self, 0)) or self.head()
        if view.step is Step.ASSIGN:
            return table_page(self, view, self._to_move()[1])
        if not ui.counts_everything:
            return counters.page(self, replace(self.head(), phases=(), note=phase_page.note(ui)))
        move, side = self._to_move()
        lanes = [SeatLane(self, seat) for seat in ui.seats]
        return replace(
            self.head(),
            question=phase_page.question(ui),
            body=Lanes(tuple(lane.shown() for lane in lanes)),
            main=phase_page.main(self, lanes),
            move_now=move,
            side=side,
            note=None if move or side else phase_page.note(ui),
        )

    def head(self) -> Page:
        return round_head(self.ui)

    def full(self, question: FullQuestion) -> Page | None:
        """Return a question in full; None if it is over."""
        return question.page(self.head())

    def player(self, number: int) -> Page | None:
        seat = self.ui.seat(number)
        if seat is None:
            return None
        return seat_page.seat_page(self, seat, hints=self._hints.may_ask(number))

    def hints(self, number: int) -> Page | None:
        """Return the best options of a player; None if there are none to ask for."""
        seat = self.ui.seat(number)
        found = self._hints.page(seat) if seat is not None else None
        if seat is None or found is None:
            return None
        return replace(found, chips=(Chip(seat=shown_seat(seat)),))

    # --- pieces to move ------------------------------------------------------------------------

    def _to_move(self) -> tuple[Any, tuple[Side, ...]]:
        """Return the one move that is not ticked yet, or the button that shows several."""
        rows = move_pages.newest(self.ui)
        left = [index for index in range(len(rows)) if index not in self._ticked]
        if not left:
            return None, ()
        if len(left) == 1 and rows[left[0]].pictures:
            return move_pages.brief(self, rows[left[0]], left[0]), ()
        text = self.translate.plural("%(count)s move to make", "%(count)s moves to make", len(left))
        return None, (Side(do(self.open, self.moves), text, "hand"),)

    def moves(self) -> Page:
        """Return which pieces to move after the newest step, each with a tick, and who is ready."""
        translate, rows = self.translate, move_pages.newest(self.ui)
        moves = tuple(
            move_pages.move(self, row, index, done=index in self._ticked)
            for index, row in enumerate(rows)
        )
        asked = translate.plural(
            "Make this move on the table", "Make these %(count)s moves on the table", len(rows)
        )
        return replace(
            self.head(),
            question=asked,
            body=Moves(moves),
            chips=tuple(
                Chip(seat=shown_seat(seat), done=seat.ready)
                for seat in self.ui.seats
                if self.ui.step is Step.ASSIGN
            ),
            side=(Side(do(self.open, self.earlier), translate("Log"), "file"),),
            main=Main(translate("All done"), do(self.all_moved), "tick"),
        )

    def earlier(self) -> Page:
        """Return which pieces were moved in this round."""
        rows = move_pages.of_the_round(self.ui)
        moves = tuple(move_pages.move(self, row, None) for row in rows)
        return replace(
            self.head(), question=self.translate("Moved in this round"), body=Moves(moves)
        )

    def tick(self, move: int) -> None:
        """Note that a move was made on the table, or was not made after all."""
        self._ticked ^= {move}

    def all_moved(self) -> None:
        self._ticked = frozenset(range(len(move_pages.newest(self.ui))))
        self.back()

    # --- touches -------------------------------------------------------------------------------

    def toggle_ready(self, seat: int) -> None:
        """Say that a player is ready, or not after all; nobody at an empty seat."""
        player = self.ui.seat(seat)
        command = WithdrawReady if player is not None and player.ready else SignalReady
        if player is not None and player.computer is None and self.ui.readying:
            self.send(command(seat))

    def send(self, *commands: Any) -> None:
        """Send commands: one step, one undo."""
        if commands:
            self.ui.port.post(in_one_step(*commands))

    def count(self, what: Correctable) -> None:
        self.counted = what

    def in_full(self, seat: int, path: Path = ()) -> None:
        """Open a seat's question at the end of *path* as a page of its own; 0 is the table."""
        self.open(self.full, FullQuestion.at(self, seat, path))

    def whole(self, seat: int) -> None:
        """Show everything that a player has; counters that are kept by hand to be corrected."""
        if self.ui.counts_everything:
            self.open(self.player, seat)
        else:
            self.in_full(0, ("correct", "counters", str(seat)))

    def enter_roll(self, seat: int) -> None:
        """Ask for the rolled dice of a computer player's cup."""
        self.open(self.full, FullQuestion.of_roll(self, seat, private=False))

    def ask_hints(self, seat: int) -> None:
        """Show a player's best options; for a roll the faces are asked first."""
        self.open(self.hints, seat)
        if self._hints.asks_roll(seat):
            self.open(self.full, FullQuestion.of_roll(self, seat, private=True))

    def touch(self, key: Any) -> Said:
        match key:
            case Why(refused=refused):
                return telling(self.ui).why(refused)
            case Give(seat=seat):
                self._answer(self._question or FullQuestion.at(self, seat), key)
            case Mark() | Part() | Confirm():
                if self._question is not None:
                    self._answer(self._question, key)
            case _:
                return super().touch(key)
        return None

    @property
    def _question(self) -> FullQuestion | None:
        """The question in full that lies on top; None for another page."""
        top = self._opened[-1] if self._opened else None
        return top.args[0] if top is not None and top.action == self.full else None  # type: ignore[return-value] # as it was opened

    def _answer(self, question: FullQuestion, key: Give | Mark | Part | Confirm) -> None:
        """Answer: send it, or open the question that follows."""
        now, commands = question.after(key)
        if commands:
            self._close_questions(question.draft.seat)
            if question.private:
                self._hints.ask(question.draft.seat, commands[0].dice)
            else:
                self.send(*commands)
        elif now.draft.path == question.draft.path:
            self.turn(self.full, now)
        else:
            self.open(self.full, now)

    def _close_questions(self, seat: int) -> None:
        """Close the questions on top; the table's corrections begin again, where they began."""
        lowest = len(self._opened)
        while lowest and self._opened[lowest - 1].action == self.full:
            lowest -= 1
        goes_on = not seat and self.ui.visiting != "corrections"
        del self._opened[lowest + goes_on :]

    # --- naming a tile -------------------------------------------------------------------------

    def name(self, seat: int, path: Path | None = None) -> None:
        """Ask for a tile: on top, a computer player's, or the answer at *path* of the table."""
        found = tile_question(self.ui, seat, path)
        if found is not None:
            sought, command = found
            self._tile.ask(self, sought, lambda name: self.send(command(name)))

    def _ask_for_computers(self) -> None:
        """Ask for the tile that a computer player needs, once for each tile."""
        now = None
        for seat in self.ui.view.seats if self.ui.view is not None else ():
            if seat.tracking is not None and seat.tracking.asked is not None:
                zone = seat.tracking.developments.size, seat.tracking.worlds.size
                now = seat.seat, (self.ui.update.game_id, seat.tracking.asked, zone)
                break
        fresh, self._named_for = now != self._named_for, now
        if fresh and now is not None and self.ui.visiting is None:
            self.name(now[0])
