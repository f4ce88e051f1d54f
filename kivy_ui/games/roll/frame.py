"""Screen frame: round, VP pool, devices, undo, status line, main button."""

from __future__ import annotations

from companion.games.roll.decide.combined import Accept
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.steps import Step
from companion.games.roll.phases.round import FinishPhase, FinishRound, SignalReady
from companion.games.roll.rules.needs import Need
from companion.games.roll.view.table_view import SeatView, TableView
from companion.i18n import N_
from kivy_ui.common.frame import FrameModel, FramePresenter, Notice, Primary
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.mats.mat_verdict import is_inconsistent

SCREENS = {
    Step.SETUP: "start",
    Step.ASSIGN: "table",
    Step.REVEAL: "reveal",
    Step.PHASE: "phases",
    Step.MANAGE: "phases",
    Step.OVER: "end",
}
"""Screen of each step."""

_PRIMARY_TEXTS = {
    Primary.NONE: "",
    Primary.ALL_READY: N_("All ready"),
    Primary.ACCEPT_ALL: N_("Accept all ticked"),
    Primary.FINISH_PHASE: N_("Finish phase"),
    Primary.FINISH_ROUND: N_("Finish round"),
    Primary.COUNT_TILES: N_("Count tiles"),
    Primary.NEW_GAME: N_("New game"),
}

DOUBLE_TAP_S = 0.5
"""A second tap on the main button within this time is ignored as accidental."""


class RollFramePresenter(FramePresenter):
    """Presenter of the screen frame."""

    _ui: RollContext

    def __init__(self, ui: RollContext) -> None:
        super().__init__(ui)
        self._last_primary_s = -DOUBLE_TAP_S

    def model(self) -> FrameModel:
        """Return the current content of the frame."""
        view = self._ui.view
        primary = self._primary()
        return FrameModel(
            screen=self._screen(),
            title=self._title(view),
            pool=self._pool(view),
            can_undo=self._ui.update.can_undo,
            can_redo=self._ui.update.can_redo,
            status=self._status(view),
            status_icon=self._status_icon(view),
            primary=primary,
            primary_text=self._primary_text(primary),
            primary_enabled=self._is_enabled(primary),
            primary_quiet=primary is Primary.ALL_READY,  # each player has a Ready button
            camera=self.camera(),
            buttons=self.buttons(),
            notice=self.notice(),
        )

    def act(self, now_s: float) -> Primary:
        """Perform the action of the main button."""
        model = self.model()
        if now_s - self._last_primary_s < DOUBLE_TAP_S or not model.primary_enabled:
            return Primary.NONE
        self._last_primary_s = now_s
        post = self._ui.port.post
        match model.primary:
            case Primary.ALL_READY:
                for seat in self._waiting_seats():
                    post(SignalReady(seat))
            case Primary.ACCEPT_ALL:
                post(Accept(self._proposing()))
            case Primary.FINISH_PHASE:
                post(FinishPhase())
            case Primary.FINISH_ROUND:
                post(self._end_of_round())
            case Primary.NONE | Primary.COUNT_TILES | Primary.NEW_GAME:
                pass
        return model.primary

    def notice(self) -> Notice:
        """Return a notice of a missing device that this step uses, or of the last round."""
        view, translate = self._ui.view, self._ui.translate
        if view is None or view.step is Step.OVER or self._composing(view):
            return Notice()
        if view.step is Step.ASSIGN and not self.buttons().fine:
            text = translate("The ready buttons do not respond: tap Ready on the screen.")
            return Notice(text, "button_off")
        last = self._ui.words.last_round(view.end_reasons)
        return Notice(last, "flag") if last else Notice()

    def _composing(self, view: TableView) -> bool:
        """Return whether the players of a new game are being chosen."""
        return view.step is Step.SETUP or self._ui.visiting == "start"

    def _screen(self) -> str:
        """Return the current screen; fully tracked games use ``tasks`` for the phases."""
        screen = self._ui.visiting or SCREENS[self._ui.step]
        if screen == "reveal" and self._ui.visiting is None and self._is_read():
            return "summary"
        return "tasks" if screen == "phases" and self._ui.counts_everything else screen

    def _is_read(self) -> bool:
        """Return whether all mats are consistent and known from the tracking or the camera."""
        view, port = self._ui.view, self._ui.port
        if view is None or not view.needs or view.needs[0].code != "confirm":
            return False
        by_camera = all(port.mat_picture(seat.seat) is not None for seat in view.seats)
        known = self._ui.counts_everything or by_camera
        return known and not any(is_inconsistent(self._ui, seat) for seat in view.seats)

    def _is_enabled(self, primary: Primary) -> bool:
        return primary is not Primary.FINISH_PHASE or not self._acting_seats()

    def _seats(self) -> tuple[SeatView, ...]:
        view = self._ui.view
        return view.seats if view is not None else ()

    def _acting_seats(self) -> tuple[SeatView, ...]:
        """Return the players who must act; empty if counters are changed by hand."""
        return tuple(seat for seat in self._seats() if seat.tracking and seat.tracking.must_act)

    def _proposing(self) -> tuple[int, ...]:
        """Return the seats that have a proposal in this phase."""
        acting = self._acting_seats()
        return tuple(
            seat.seat for seat in acting if seat.tracking and seat.tracking.proposal.commands
        )

    def _end_of_round(self) -> Accept | FinishRound:
        """Accept all proposals and finish the round."""
        if not self._ui.counts_everything:
            return FinishRound()
        return Accept(tuple(seat.seat for seat in self._seats()))

    def _waiting_seats(self) -> tuple[int, ...]:
        """Return the human players who are not ready; computer players signal it themselves."""
        people = (seat for seat in self._seats() if seat.computer is None)
        return tuple(seat.seat for seat in people if not seat.ready)

    def _primary(self) -> Primary:
        match self._ui.step:
            case Step.SETUP | Step.REVEAL:
                return Primary.NONE
            case Step.ASSIGN:
                return Primary.ALL_READY if self._waiting_seats() else Primary.NONE
            case Step.PHASE:
                return Primary.ACCEPT_ALL if self._proposing() else Primary.FINISH_PHASE
            case Step.MANAGE:
                return Primary.FINISH_ROUND
            case Step.OVER:
                return Primary.NEW_GAME if self._ui.counts_everything else Primary.COUNT_TILES

    def _primary_text(self, primary: Primary) -> str:
        text = _PRIMARY_TEXTS[primary]
        if primary is Primary.FINISH_ROUND:
            recalling, recruiting = self._managing()
            if recalling:
                text = N_("Do all, end round")
            elif recruiting:
                text = N_("Recruit, end round")
        return self._ui.translate(text) if text else ""

    def _title(self, view: TableView | None) -> str:
        translate = self._ui.translate
        if view is None or self._composing(view):
            return translate("New game")
        if view.step is Step.OVER:
            return translate("End of the game")
        if view.end_reasons:
            return translate("Round %(number)s, the last", number=view.round)
        return translate("Round %(number)s", number=view.round)

    def _pool(self, view: TableView | None) -> str:
        if view is None or view.step is Step.OVER or self._composing(view):
            return ""
        translate = self._ui.translate
        if view.vp_beyond_pool:
            return translate("0 VP left, %(beyond)s extra taken", beyond=view.vp_beyond_pool)
        return translate("%(left)s VP left", left=view.vp_pool)

    def _status(self, view: TableView | None) -> str:
        words = self._ui.words
        if view is None or self._composing(view):
            return words.translate("Who plays, clockwise, with which faction and home world?")
        if view.step is Step.OVER:
            if self._ui.counts_everything:
                return words.translate("Tap a player to see every line of the score.")
            return words.translate(
                "Only VP chips are counted so far. Count the tiles for the final score."
            )
        if self._ui.counts_everything and view.step in (Step.PHASE, Step.MANAGE):
            return self._awaited()
        if view.step is Step.PHASE and view.current_phase is not None:
            return self._played(view, view.current_phase)
        needs = self._needs(view)
        if not needs and view.step is Step.ASSIGN:
            return words.translate("The computer players choose; the round continues automatically")
        return words.need(needs, view.seats)

    def _played(self, view: TableView, current: Phase) -> str:
        """Return the instruction for the current phase, and whose dice return to the cup."""
        words = self._ui.words
        said = words.translate(
            "Play %(phase)s at the table, then finish it", phase=words.phase(current)
        )
        back = tuple(
            f"{seat.name} {sum(count for _, count in seat.to_cup)}"
            for seat in view.seats
            if seat.to_cup
        )
        if not back:
            return said
        who = words.translate.list_of(back)
        return f"{said}\n{words.translate('Back to the cup: %(dice)s', dice=who)}"

    def _needs(self, view: TableView) -> tuple[Need, ...]:
        """Return what the table waits for, of human players."""
        if view.step is Step.ASSIGN:
            people = [seat.seat for seat in view.seats if seat.computer is None]
            return tuple(n for n in view.needs if n.code != "ready" or n.seat in people)
        return view.needs

    def _awaited(self) -> str:
        """Return whom the phase or Manage Empire waits for, in a tracked game."""
        words = self._ui.words
        acting = self._acting_seats()
        asking = tuple(s.seat for s in acting if s.tracking and s.tracking.asked is not None)
        if asking:
            who = words.seats(self._seats(), asking)
            return words.translate("Look at a tile for %(who)s and name it", who=who)
        if self._ui.step is Step.MANAGE:
            return self._managed()
        if self._ui.returning:
            who = words.waiting_for(self._seats(), self._ui.returning)
            return words.translate(
                "The bag is empty: each returns one tile of the construction zone. %(who)s", who=who
            )
        holding = tuple(s.seat for s in acting if s.tracking and s.tracking.hand)
        if holding:
            who = words.waiting_for(self._seats(), holding)
            return words.translate(
                "%(who)s: look at the tile, tap the stack it goes under", who=who
            )
        drawing = tuple(s.seat for s in acting if s.tracking and s.tracking.draws)
        if drawing:
            who = words.waiting_for(self._seats(), drawing)
            return words.translate("Draw from the bag, look, then tap Draw: %(who)s", who=who)
        view = self._ui.view
        if acting and view is not None and view.current_phase is not None:
            numbers = tuple(seat.seat for seat in acting)
            asked = tuple(each for each in numbers if each not in self._proposing())
            who = words.waiting_for(self._seats(), asked or numbers)
            return words.task(view.current_phase, who)
        return words.translate("Everybody is done; rearrange, or finish the phase")

    def _managing(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return who must recall a die and who recruits; the main button does it for all."""
        waiting = [s for s in self._acting_seats() if s.tracking]
        recalling = tuple(s.seat for s in waiting if s.tracking and s.tracking.must_recall)
        return recalling, tuple(s.seat for s in waiting if s.seat not in recalling)

    def _managed(self) -> str:
        """Return the open tasks of Manage Empire by player."""
        words, found = self._ui.words, []
        for seats, text in zip(
            self._managing(),
            (
                N_("Recall a die into the empty cup: %(who)s"),
                N_("Recruit, $1 a die: %(who)s"),
            ),
            strict=True,
        ):
            if seats:
                found.append(words.translate(text, who=words.waiting_for(self._seats(), seats)))
        if not found:
            found.append(words.translate("Finish the round."))
        able = any(seat.tracking and "recall" in seat.tracking.open for seat in self._seats())
        if able and len(found) == 1:
            found.append(words.translate("Dice may be recalled first."))
        return "\n".join(found)

    def _status_icon(self, view: TableView | None) -> str:
        if view is None or self._composing(view):
            return "info"
        if view.step is Step.ASSIGN and not self._needs(view):
            return "waiting"
        if not view.needs:
            return "info"
        doubts = (
            "doubtful_die",
            "no_selection",
            "two_selections",
            "mat_dice",
            "all_dictated",
            "unusual_place",
            "impossible_dice",
        )
        code = self._needs(view)[0].code
        if code in doubts:
            return "doubt"
        return "waiting" if code in ("ready", "scan_mat", "spare_die") else "info"
