"""Phases of a fully tracked game: each player's task and the buttons that perform it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from companion.games.roll.decide.combined import Accept, NameTile
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import Category, PowerStep
from companion.games.roll.model.holdings import Dice
from companion.games.roll.model.steps import Step
from companion.games.roll.phases.goods import Produce
from companion.games.roll.phases.manage import Recall, Recruit
from companion.games.roll.phases.round import ManageStarted, PhaseStarted, RoundStarted, SignalReady
from companion.games.roll.view.table_view import SeatTracking, SeatView
from companion.session.steps import StepKind
from companion.text_formats import from_json
from kivy_ui.common.board.question_page import MARK, answer_path
from kivy_ui.common.move_rows import MoveRow, Moves, heading
from kivy_ui.games.roll.choosing.looks import questions
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.corrections import Naming
from kivy_ui.games.roll.texts.dice_text import gains_text
from kivy_ui.games.roll.tiles.tile_icons import TileSign, icons
from kivy_ui.games.roll.turn.buttons import (
    ACCEPT,
    DECLINE,
    FORGET,
    MORE,
    NAME,
    TaskButton,
    answer_buttons,
)
from kivy_ui.games.roll.turn.phase_steps import PhaseSteps, phase_steps
from kivy_ui.games.roll.turn.table import PhaseTile, ReadyLight, TablePresenter
from kivy_ui.games.roll.turn.task_texts import NAMED_GOODS, TaskTexts, stack_in, workers_in

DOUBLE_TAP_S = 0.35
"""A second tap for the same seat within this time is ignored as accidental."""

_IDLE_DICE: Final = "R-4.3"
"""Reason of dice that return to the cup at Reveal."""


@dataclass(frozen=True, slots=True)
class TaskLine:
    """A player in the current phase.

    Attributes:
        waiting: whether the phase waits for this player.
        asking: whether a drawn or requested tile has not been named yet.
        dice: keys of kind and face of the remaining workers; borrowed ones last.
        text: the task, or what was done.
        short: the same for layouts with five players.
        credits, vp, tiles: the counters.
        news: changes by the last step, such as "+2 $".
        paid: whether credits were paid.
        buttons: at most three.
        more: whether there are other choices.
        more_text: label of the button for other choices, if there is room.
        question: equal as long as the buttons have the same meaning.
        icons: icons of the player's tile effects in this phase.
        asks_in_words: whether the buttons need ``text`` to be understood.
    """

    seat: int
    name: str
    colour: str
    waiting: bool
    asking: bool
    dice: tuple[tuple[str, str], ...]
    text: str
    short: str
    credits: str
    vp: str
    tiles: str
    news: str
    paid: bool
    buttons: tuple[TaskButton, ...]
    more: bool
    more_text: str
    light: ReadyLight
    question: object = None
    asks_in_words: bool = False
    icons: tuple[TileSign, ...] = ()


@dataclass(frozen=True, slots=True)
class TasksModel:
    """Phase overview of a fully tracked game.

    Attributes:
        moves: what to move on the table; None if these instructions are turned off.
        steps: possible actions in the phase, shown until there is something to move.
    """

    tiles: tuple[PhaseTile, ...]
    lines: tuple[TaskLine, ...]
    moves: tuple[MoveRow, ...] | None
    steps: PhaseSteps


class TasksPresenter:
    """Presenter of the phase overview of a fully tracked game."""

    def __init__(self, ui: RollContext, table: TablePresenter) -> None:
        self._ui = ui
        self._table = table
        self.texts = TaskTexts(ui, lambda number: len(self.placing(number)))
        self._asking = questions(ui)
        self._placing: dict[int, tuple[tuple[int, str], ...]] = {}
        self._tapped: dict[int, tuple[float, object]] = {}
        self._asked: object = None

    # --- page content --------------------------------------------------------------------------

    def model(self) -> TasksModel:
        """Return the current content of the overview."""
        view = self._ui.view
        seats = view.seats if view is not None else ()
        lines = tuple(self._line(seat, self._news(seat.seat)) for seat in seats)
        moves = self._moves()
        return TasksModel(self._table.phases(), lines, moves, phase_steps(self._ui))

    def round_moves(self) -> Moves:
        """Return the moves of every step of this round, the newest first."""
        rows: list[MoveRow] = []
        for step in reversed(self._ui.steps):
            moves = self._ui.moves(step)
            if moves.rows:
                rows += (MoveRow(0, "", "", note=" ".join(moves.said)), *moves.rows)
            if any(isinstance(event, RoundStarted) for event in step.events):
                break
        return Moves(rows=tuple(rows))

    def _moves(self) -> tuple[MoveRow, ...]:
        """Return the current moves, then each player's latest earlier ones in this phase.

        Moves shown elsewhere are excluded: idle dice (Reveal summary), undone and redone steps
        (panel).
        """
        found: dict[int, tuple[MoveRow, ...]] = {}
        phases = taken_back = 0
        done = False
        for step in reversed(self._ui.steps):
            done = done or step.kind is not StepKind.DONE
            if step.kind is StepKind.UNDONE or taken_back:
                taken_back += 1 if step.kind is StepKind.UNDONE else -1
                continue
            kinds = {type(event) for event in step.events}
            if RoundStarted in kinds or phases > 1:
                break
            told = (move for move in step.instructions if move.reason != _IDLE_DICE)
            rows = self._ui.moves(replace(step, instructions=tuple(told))).rows
            for seat in dict.fromkeys(row.seat for row in rows):
                mine = (replace(row, done=done) for row in rows if row.seat == seat)
                found.setdefault(seat, tuple(mine))
            done = done or bool(rows)
            phases += bool(kinds & {PhaseStarted, ManageStarted})
        rows = tuple(row for seat_rows in found.values() for row in seat_rows)
        now, before = ([row for row in rows if row.done is done] for done in (False, True))
        if before:
            before.insert(0, heading(self._ui.translate("Moved before"), done=True))
        return (*now, *before)

    def _news(self, number: int) -> str:
        money, vp = self._ui.gains(number)
        if money < 0 <= vp:  # a negative gain could be misread as debt
            paid = self._ui.translate("paid %(count)s $", count=-money)
            return ", ".join(filter(None, (paid, gains_text(self._ui.words, vp=vp))))
        return gains_text(self._ui.words, money=money, vp=vp)

    def placing(self, number: int) -> tuple[tuple[int, str], ...]:
        """Return the places chosen so far for a seat's drawn tiles."""
        return self._placing.get(number, ())

    # --- input ---------------------------------------------------------------------------------

    def press(self, number: int, key: str, now_s: float) -> None:
        """Perform a button's action; ``NAME`` and ``MORE`` are handled by the screen.

        Args:
            now_s: time of the tap in monotonic seconds.
        """
        seat = self._ui.seat(number)
        if seat is None or seat.tracking is None or self._is_double(number, now_s):
            return
        command = self._command(seat, seat.tracking, key)
        if command is not None:
            self._tapped[number] = now_s, self._ui.update
            self._ui.port.post(command)

    def why_not(self, number: int, key: str) -> tuple[str, str] | None:
        """Return why a button cannot be tapped now, with a hint; None if it can."""
        seat = self._ui.seat(number)
        buttons = self._buttons(seat, seat.tracking) if seat and seat.tracking else ()
        refused = next((each.refused for each in buttons if each.key == key), None)
        return None if refused is None else self._asking.why(refused)

    def send(self, number: int, command: object, now_s: float) -> None:
        """Send a choice made in a panel unless it is a double tap."""
        if not self._is_double(number, now_s):
            self._tapped[number] = now_s, self._ui.update
            self._ui.port.post(command)

    def _is_double(self, number: int, now_s: float) -> bool:
        tapped_s, update = self._tapped.get(number, (-math.inf, None))
        return now_s - tapped_s < DOUBLE_TAP_S or update is self._ui.update

    def _command(self, seat: SeatView, tracking: SeatTracking, key: str) -> object | None:
        if key not in {button.key for button in self._buttons(seat, tracking)}:
            return None  # the state changed before the tap was processed
        if key == ACCEPT:
            return Accept((seat.seat,))
        if key == DECLINE:
            return NameTile(seat.seat)
        if key == FORGET:
            del self._placing[seat.seat]
        if key.startswith(MARK):
            return self._place(seat.seat, tracking.hand, key)
        path = answer_path(key)
        return None if path is None else self._asking.at(self._ui.view, *path)

    def _place(self, number: int, drawn: int, key: str) -> object | None:
        """Mark the place of the next drawn tile; return the command when all have one."""
        chosen = (*self.placing(number), tuple(from_json(key.removeprefix(MARK))))
        self._placing[number] = chosen
        if len(chosen) < drawn:
            return None
        del self._placing[number]
        found: object = self._asking.at(self._ui.view, number, chosen)
        return found

    # --- internals -----------------------------------------------------------------------------

    def _line(self, seat: SeatView, news: str) -> TaskLine:
        tracking = seat.tracking or SeatTracking()
        card = self._table.seat(seat.seat)
        assert card is not None, "a seat of the view has a card"  # noqa: S101 - same view
        buttons = tuple(self._buttons(seat, tracking))
        question = self.texts.question(tracking)
        text = question or self.texts.text(seat, tracking)
        stack = stack_in(self._ui.phase, tracking)
        return TaskLine(
            seat=seat.seat,
            name=seat.name,
            colour=seat.colour,
            waiting=tracking.must_act,
            asking=bool(tracking.hand or tracking.asked is not None),
            dice=tuple(self._dice(seat, tracking)),
            text=text,
            short=question or self.texts.short(seat, tracking) or text,
            credits=str(seat.credits),
            vp=str(seat.vp_chips),
            tiles=str(seat.tiles),
            news=news,
            paid=self._ui.gains(seat.seat)[0] < 0,
            buttons=buttons,
            more=self._has_more(tracking, buttons),
            more_text=self.texts.more(tracking),
            light=card.light,
            asks_in_words=bool(
                tracking.asked is not None
                or tracking.hand
                or tracking.draws
                or tracking.ships_one
                or (stack is not None and stack.needed is not None)
                or seat.seat in self._ui.returning
            ),
            icons=self._icons(tracking),
            question=(self._ui.step, self._ui.phase, bool(tracking.hand), tracking.draws),
        )

    def _icons(self, tracking: SeatTracking) -> tuple[TileSign, ...]:
        phase = self._ui.phase
        if phase is None or not tracking.must_act:
            return ()
        sides = (self._ui.tiles.side(key) for key in tracking.tableau)
        return tuple(icon for side in sides for icon in icons(side, PowerStep(phase.value)))

    def _dice(self, seat: SeatView, tracking: SeatTracking) -> Iterator[tuple[str, str]]:
        phase = self._ui.phase
        if phase in (None, Phase.EXPLORE) or not tracking.must_act:
            return  # shown on the buttons, or not needed
        faces = {
            die: [
                each.face.value
                for each in seat.dice
                if each.type is die and each.place.phase is phase
            ]
            for die in DieType
        }
        stack = stack_in(phase, tracking)
        there = stack.workers if stack is not None and stack.needed is None else ()
        for die in (*there, *workers_in(phase, tracking)):
            yield die.value, faces[die].pop(0) if faces[die] else phase.value
        for die in tracking.borrowed:
            yield die.value, phase.value

    def _has_more(self, tracking: SeatTracking, buttons: tuple[TaskButton, ...]) -> bool:
        if self._ui.step is Step.MANAGE:
            return tracking.decides
        return tracking.decides and (tracking.must_act or not buttons)

    def naming(self, number: int) -> Naming | None:
        """Return how to name the tile a computer player asks about; None if there is none."""
        seat = self._ui.seat(number)
        if seat is None or seat.tracking is None or seat.tracking.asked is None:
            return None
        asked = seat.tracking.asked
        if asked.stack is not None:
            return Naming(asked.stack, partial(NameTile, number))
        # A drawn tile is identified by either side; the list of one side is half as long.
        title = self._ui.translate("Draw a tile for %(name)s: which development?", name=seat.name)
        return Naming(Category.DEVELOPMENT, partial(NameTile, number), title)

    def new_question(self) -> int | None:
        """Return the seat with a new question about a tile; None if there is none."""
        view = self._ui.view
        now: object = None
        number = None
        for seat in view.seats if view is not None else ():
            if seat.tracking is not None and seat.tracking.asked is not None:
                zone = seat.tracking.developments.size, seat.tracking.worlds.size
                number, now = seat.seat, (view and view.round, seat.tracking.asked, zone)
                break
        fresh, self._asked = now != self._asked, now
        return number if fresh else None

    def _buttons(self, seat: SeatView, tracking: SeatTracking) -> Iterator[TaskButton]:
        translate = self._ui.translate
        if tracking.asked is not None:
            yield TaskButton(DECLINE, translate("Leave it"), "close")
            yield TaskButton(NAME, translate("Name the tile"), primary=True)
        elif tracking.returns:
            yield TaskButton(MORE, translate("Choose the tile"), primary=True)
        elif self._ui.step is Step.MANAGE:
            yield from self._managing(tracking)
        elif tracking.proposal.commands and not tracking.ships_one:
            yield self._accept(tracking)
        elif tracking.must_act or tracking.draws or tracking.hand:
            placed = len(self.placing(seat.seat))
            asked = tracking.question
            yield from answer_buttons(self._asking, self._ui.words, seat.seat, asked, placed)

    def _managing(self, tracking: SeatTracking) -> Iterator[TaskButton]:
        commands = [c for c in tracking.proposal.commands if not isinstance(c, SignalReady)]
        if commands:
            dice = (die.value for each in commands for die in _fetched(each))
            short = self.texts.paid(commands)
            if isinstance(commands[0], Recall):
                short = self._ui.translate("Recall")
            yield replace(self._accept(tracking), dice=tuple(dice), short=short)

    def _accept(self, tracking: SeatTracking) -> TaskButton:
        """Return the button for the proposal; few goods are shown as dice instead of names."""
        made = [each for each in tracking.proposal.commands if isinstance(each, Produce)]
        goods = tuple(good for each in made for good in each.goods)
        text = self.texts.proposed(tracking)
        dice: tuple[str, ...] = ()
        if goods and len(goods) <= NAMED_GOODS:
            text, dice = self.texts.produced(goods), tuple(good.die.value for good in goods)
        return TaskButton(ACCEPT, text, "check", primary=True, dice=dice)


def _fetched(command: object) -> Dice:
    """Return the dice that a command of Manage Empire puts into the cup."""
    match command:
        case Recruit(dice=dice):
            return dice
        case Recall(developers=developers, settlers=settlers, goods=goods):
            return (*developers, *settlers, *(good.die for good in goods))
        case _:
            return ()
