"""The pages of a round: the wait for everybody, the phases, Manage Empire."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from companion.games.question import Steps, is_question
from companion.games.roll.model.state import Step
from companion.games.roll.phases.counters import Correctable
from companion.games.roll.phases.round import FinishPhase, FinishRound, SignalReady, WithdrawReady
from companion.games.roll.view.table_view import PhaseStatus
from kivy_ui.asking import draft as drafts
from kivy_ui.asking.draft import Give, Why
from kivy_ui.asking.drafts import MarkOf, SeatDrafts
from kivy_ui.common.page_source import Said, Visit
from kivy_ui.common.page_source import Steps as Turning
from kivy_ui.games.roll import who_pages
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.hints import HintsPresenter
from kivy_ui.games.roll.looks import telling
from kivy_ui.games.roll.tiles.sought import tile_question
from kivy_ui.games.roll.tiles.tile_pages import SCREEN, TilePages
from kivy_ui.games.roll.turn import counters, move_pages, seat_page
from kivy_ui.games.roll.turn.full_page import FullQuestion
from kivy_ui.games.roll.turn.keys import (
    AllMoved,
    Close,
    Count,
    Do,
    EnterRoll,
    Hints,
    InFull,
    NameOf,
    ShowMoves,
    Tick,
    Whole,
    WhoPlays,
)
from kivy_ui.games.roll.turn.lanes import LaneMaker
from kivy_ui.games.roll.turn.phase_page import PhasePage
from kivy_ui.games.roll.turn.table_page import table_page
from kivy_ui.games.roll.who_pages import WhoPages
from kivy_ui.pages.listing import Moves
from kivy_ui.pages.page import Chip, Main, Page, PhaseState, Seat, Side
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


class RoundPages:
    """The pages from the first active phase to the end of a round, all dice tracked.

    Args:
        steps: of the game, to be undone.
    """

    def __init__(
        self,
        ui: RollContext,
        steps: Turning,
        hints: HintsPresenter,
        tile: TilePages,
        who: WhoPages,
    ) -> None:
        self._ui = ui
        self._steps = steps
        self._tile = tile
        self._who = who
        self._marks = SeatDrafts()
        self._lanes = LaneMaker(ui, self._marks)
        self._phase = PhasePage(ui, self._lanes)
        self._hints = hints
        self._visited: str | None = None
        self._version = -1
        self._ticked: frozenset[int] = frozenset()
        self._phase_shown = ui.phase
        self._asked: Any = None
        self._counted: Correctable | None = None
        self._open: list[Any] = []
        """What lies over the page of the step, the topmost last: keys, and open questions."""

    # --- what is shown -------------------------------------------------------------------------

    @property
    def live(self) -> bool:
        """Whether the page changes without a new state: hints are looked for, buttons fail."""
        seats = self._ui.view.seats if self._ui.view is not None else ()
        busy = any(self._hints.busy(seat.seat) for seat in seats)
        return busy or self._ui.step is Step.ASSIGN

    def enter(self) -> None:
        """Begin at the page of the step."""
        self._open = []

    def toggle_ready(self, seat: int) -> None:
        """Say that a player is ready, or not after all; nobody at an empty seat."""
        player, post = self._ui.seat(seat), self._ui.port.post
        command = WithdrawReady if player is not None and player.ready else SignalReady
        if player is not None and player.computer is None and self._ui.may(command):
            post(command(seat))

    def page(self) -> Page:
        """Return the page that is shown now."""
        self.follow()
        while self._open:
            found = self._over(self._open[-1])
            if found is not None:
                return found
            self._open.pop()
        match self._ui.visiting:
            case "table":
                asked = self._ui.translate("What everybody has")
                return replace(
                    self.head(),
                    question=asked,
                    body=seat_page.players(self._ui),
                    back=Visit(None),
                )
            case "corrections":
                whole = FullQuestion.at(self._ui, 0).page(self.head())
                return replace(whole, back=Visit(None))
            case _:
                return self._page_of_step()

    def _page_of_step(self) -> Page:
        view = self._ui.view
        if view is None or not view.seats:
            return self.head()
        if view.step is Step.ASSIGN:
            return table_page(self._ui, view, self._to_move()[1])
        return self._phase_page() if self._ui.counts_everything else self._counting()

    def _counting(self) -> Page:
        """Return the page of a phase whose counters are changed by hand."""
        translate, phase = self._ui.translate, self._ui.phase
        what = self._counted or counters.usual(phase)
        if phase is None:
            asked = translate("Recruit and recall")
            main = Main(translate("Finish round"), Do((FinishRound(),)))
        else:
            asked = translate("Play %(phase)s", phase=self._ui.words.phase(phase))
            main = Main(translate("Finish phase"), Do((FinishPhase(),)))
        return replace(
            self.head(),
            question=asked,
            body=counters.of_all(self._ui, what),
            phases=(),
            chips=counters.chips(what),
            note=self._phase.note(),
            main=main,
        )

    def _over(self, key: Any) -> Page | None:
        """Return the page that lies over the one of the step; None if it is over."""
        match key:
            case FullQuestion():
                return key.page(self.head()) if key.question is not None else None
            case ShowMoves(earlier=earlier):
                return self._moves_page(earlier=earlier)
            case Whole(seat=number):
                seat = self._ui.seat(number)
                if seat is None:
                    return None
                return seat_page.seat_page(self._ui, seat, hints=self._hints.may_ask(number))
            case _:
                return self._hints_page(key.seat)

    def _hints_page(self, number: int) -> Page | None:
        seat = self._ui.seat(number)
        found = self._hints.page(seat) if seat is not None else None
        if seat is None or found is None:
            return None
        chips = (Chip(seat=Seat(number, seat.name, seat.colour)),)
        return replace(found, chips=chips, back=Close(), can_undo=self._ui.update.can_undo)

    def follow(self) -> None:
        """Bring what is open in line with the newest state; a computer's question comes by itself.

        The window calls it with each state, before it asks which screen to show.
        """
        if self._ui.visiting not in (self._visited, SCREEN, who_pages.SCREEN):
            self._visited, self._open = self._ui.visiting, []
        if self._version == self._ui.update.version:
            return
        self._version = self._ui.update.version
        self._ticked = frozenset()
        if self._phase_shown != self._ui.phase:
            self._phase_shown, self._counted = self._ui.phase, None
        now = [e.after_change() if isinstance(e, FullQuestion) else e for e in self._open]
        self._open = [e for e in now if e is not None and not isinstance(e, ShowMoves)]
        if move_pages.says_at_once(self._ui):
            self._open.append(ShowMoves())
        self._ask_for_computers()

    def head(self) -> Page:
        """Return a page with the head of the round, still without content."""
        view, translate = self._ui.view, self._ui.translate
        if view is None:
            return Page("", "", Moves(()), can_undo=self._ui.update.can_undo)
        last = bool(view.end_reasons)
        number = translate("Round %(number)s", number=view.round)
        if last:
            number = translate("Round %(number)s, the last", number=view.round)
        phase = self._ui.phase
        name = translate("Manage") if phase is None else self._ui.words.phase(phase)
        states = tuple((each.phase.value, _STATES[each.status]) for each in view.phases)
        above = f"{number} \u00b7 {name}"
        return Page(above, "", Moves(()), phases=states, can_undo=self._ui.update.can_undo)

    def _phase_page(self) -> Page:
        move, side = self._to_move()
        note = None if move or side else self._phase.note()
        return replace(
            self.head(),
            question=self._phase.question(),
            body=Lanes(self._lanes.lanes()),
            main=self._phase.main(),
            move_now=move,
            side=side,
            note=note,
        )

    # --- pieces to move ------------------------------------------------------------------------

    def _to_move(self) -> tuple[Any, tuple[Side, ...]]:
        """Return the one move that is not ticked yet, or the button that shows several."""
        rows = move_pages.newest(self._ui)
        left = [index for index in range(len(rows)) if index not in self._ticked]
        if not left:
            return None, ()
        if len(left) == 1 and rows[left[0]].pictures:
            return move_pages.brief(self._ui, rows[left[0]], left[0]), ()
        text = self._ui.translate.plural(
            "%(count)s thing to move", "%(count)s things to move", len(left)
        )
        return None, (Side(ShowMoves(), text, "hand"),)

    def _moves_page(self, *, earlier: bool) -> Page:
        translate = self._ui.translate
        if earlier:
            rows = move_pages.of_the_round(self._ui)
            moves = tuple(move_pages.move(self._ui, row, None) for row in rows)
            asked = translate("Moved in this round")
            return replace(self.head(), question=asked, body=Moves(moves), back=Close())
        rows = move_pages.newest(self._ui)
        moves = tuple(
            move_pages.move(self._ui, row, index, done=index in self._ticked)
            for index, row in enumerate(rows)
        )
        look_back = Side(ShowMoves(earlier=True), translate("Earlier"), "clock")
        return replace(
            self.head(),
            question=translate.plural(
                "Move %(count)s thing on the table",
                "Move these %(count)s things on the table",
                len(rows),
            ),
            body=Moves(moves),
            back=Close(),
            side=(look_back,),
            main=Main(translate("All done"), AllMoved(), "tick"),
        )

    # --- input ---------------------------------------------------------------------------------

    def touch(self, key: Any) -> Said:
        """Handle a touch on a key of the page; return why it is not possible, and a hint."""
        if isinstance(key, Why):
            return telling(self._ui).why(key.refused)
        if not self._turns(key):
            self._answer(key)
        return None

    def _turns(self, key: Any) -> bool:
        """Open or close a page, if that is what a key means."""
        match key:
            case Close():
                self._close()
            case AllMoved():
                self._ticked = frozenset(range(len(move_pages.newest(self._ui))))
                self._close()
            case NameOf():
                self._name(key)
            case WhoPlays(seat=seat):
                self._who.ask_about(seat)
            case _:
                opened = self._opened(key)
                self._open += opened
                return bool(opened)
        return True

    def _opened(self, key: Any) -> list[Any]:
        """Return what a key lays over the page."""
        ui = self._ui
        match key:
            case InFull(seat=seat, path=path):
                return [FullQuestion.at(ui, seat, path)]
            case EnterRoll(seat=seat):
                return [FullQuestion.of_roll(ui, seat, private=False)]
            case Hints(seat=seat) if self._hints.asks_roll(seat):
                return [key, FullQuestion.of_roll(ui, seat, private=True)]
            case Whole(seat=seat) if not ui.counts_everything:
                return [FullQuestion.at(ui, 0, ("correct", "counters", str(seat)))]
            case ShowMoves() | Whole() | Hints():
                return [key]
            case _:
                return []

    def _answer(self, key: Any) -> None:
        top = self._open[-1] if self._open else None
        match key:
            case MarkOf():
                self._marks.mark(key)
            case Tick(move=move):
                self._ticked ^= {move}
            case Do(commands=commands):
                self._send(commands)
            case Count(what=what):
                self._counted = what
            case _ if isinstance(top, FullQuestion) or self._ui.visiting == "corrections":
                self._in_full(top or FullQuestion.at(self._ui, 0), key)
            case Give(seat=seat, path=path):
                self._give(seat, path)
            case _:
                pass

    def _close(self) -> None:
        self._open = self._open[:-1]

    def _give(self, seat: int, path: tuple[Any, ...]) -> None:
        found = drafts.at(self._lanes.ask, seat, path)
        if is_question(found):
            self._open.append(FullQuestion.at(self._ui, seat, path))
        elif found is not None:
            self._send((found,))

    def _in_full(self, full: FullQuestion, key: Any) -> None:
        now, commands = full.after(key)
        self._open = [*self._open[:-1], *([] if now is None else [now])]
        if not full.private:
            self._send(commands)
        elif commands:
            self._hints.ask(full.draft.seat, commands[0].dice)

    def _send(self, commands: tuple[Any, ...]) -> None:
        """Send commands as one step."""
        if commands:
            self._ui.port.post(commands[0] if len(commands) == 1 else Steps(commands))

    def undo(self) -> None:
        """Undo the game's last step."""
        self._steps.undo()

    def redo(self) -> None:
        """Redo the undone step."""
        self._steps.redo()

    # --- naming a tile -------------------------------------------------------------------------

    def _name(self, key: NameOf) -> None:
        """Ask which tile it is; the answer is sent."""
        found = tile_question(self._ui, key.seat, key.path)
        if found is not None:
            sought, command = found
            self._tile.ask(sought, lambda name: self._send((command(name),)))

    def _ask_for_computers(self) -> None:
        """Ask for the tile that a computer player needs, once for each tile."""
        view, now = self._ui.view, None
        for seat in view.seats if view is not None else ():
            if seat.tracking is not None and seat.tracking.asked is not None:
                zone = seat.tracking.developments.size, seat.tracking.worlds.size
                now = seat.seat, (self._ui.update.game_id, seat.tracking.asked, zone)
                break
        fresh, self._asked = now != self._asked, now
        if fresh and now is not None and self._ui.visiting is None:
            self._name(NameOf(now[0]))
