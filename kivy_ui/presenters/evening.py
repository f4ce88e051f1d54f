"""The log of the evening: every event of the open game in words, by round, newest first."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.roll.model.events import GameStarted, RevealStarted, RoundStarted
from companion.history.standing_events import standing
from companion.session.ports import StoredEvent
from kivy_ui.presenters.desk import GAME, Desk
from kivy_ui.presenters.rule_texts import RULES
from kivy_ui.presenters.sentences import Sentences
from kivy_ui.presenters.side_frame import SideFrame
from kivy_ui.presenters.told import BOOKS, told


@dataclass(frozen=True, slots=True)
class LogLine:
    """An event in words.

    Attributes:
        clock: hours and minutes at which it was recorded, UTC as in the log.
        why: number of a rule or key of a tile; empty where there is none.
    """

    round: int
    text: str
    clock: str
    why: str


class EveningPresenter:
    """Behaviour of the log's screen.

    Attributes:
        round: the round that is shown; None follows the newest one.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._stored: tuple[StoredEvent, ...] = ()
        self._read: tuple[str | None, int] = (None, -1)
        self.round: int | None = None

    def enter(self) -> None:
        """Show the newest round."""
        self.round = None

    def rounds(self) -> tuple[int, ...]:
        """The rounds that there are, 0 for set-up."""
        return tuple(sorted({line.round for line in self._all()})) or (0,)

    @property
    def shown_round(self) -> int:
        """The round that is shown."""
        rounds = self.rounds()
        return self.round if self.round in rounds and self.round is not None else rounds[-1]

    def step(self, delta: int) -> None:
        """Show an earlier or a later round."""
        rounds = self.rounds()
        index = rounds.index(self.shown_round) + delta
        if 0 <= index < len(rounds):
            self.round = None if index == len(rounds) - 1 else rounds[index]

    def lines(self) -> tuple[LogLine, ...]:
        """The lines of the shown round, newest first."""
        shown = self.shown_round
        return tuple(line for line in reversed(self._all()) if line.round == shown)

    def why(self, line: LogLine) -> tuple[str, str]:
        """Return the heading and the words of what a line follows from."""
        if self._desk.update.game != GAME:
            return line.clock, ""
        if line.why in RULES:
            return line.why, self._desk.words.translate(RULES[line.why])
        if line.why in self._desk.tiles.catalog.sides:
            return self._desk.tiles.name(line.why), self._desk.tiles.text(line.why)
        return line.why, self._desk.words.translate("Set by hand: physical truth wins.")

    def frame(self) -> SideFrame:
        """Title and what a tap does."""
        translate = self._desk.words.translate
        return SideFrame(
            title=translate("Log"),
            status=(
                translate("Tap a line to see why.")
                if self._desk.update.game in (GAME, None)
                else translate("Tap a line to read all of it.")
            ),
            primary_text=translate("Back to the round"),
        )

    def primary(self) -> None:
        """Back to the game."""
        self._desk.visit(None)

    def undo(self) -> None:
        """Nothing is changed here."""

    def redo(self) -> None:
        """Nothing is changed here."""

    # --- inside ----------------------------------------------------------------------------------

    def _all(self) -> list[LogLine]:
        update = self._desk.update
        if update.game_id is None or update.game is None:
            return []
        now = (update.game_id, update.version)
        if now != self._read:
            self._stored = self._desk.settings.services.archive.events(update.game_id)
            self._read = now
        events = standing(self._stored)
        if update.game != GAME:
            return self._of_other_game(update.game, events)
        names = {
            player.seat: player.name
            for each in events
            if isinstance(each.event, GameStarted)
            for player in each.event.players
        }
        sentences = Sentences(self._desk.words, self._desk.tiles, names)
        last_reveal = _last(events, RevealStarted)
        behind = _last(events, RoundStarted)
        lines, number = [], 0
        for index, each in enumerate(events):
            if isinstance(each.event, RoundStarted):
                number = each.event.number
            hidden = behind > last_reveal and index > behind
            text = sentences.say(each.event, hidden=hidden)
            lines.append(LogLine(number, text, each.recorded_at[11:16], sentences.rule(each.event)))
        return lines

    def _of_other_game(self, game: str, events: tuple[StoredEvent, ...]) -> list[LogLine]:
        if game not in BOOKS:
            return []
        recorded = [(each.event, each.recorded_at[11:16]) for each in events]
        lines = told(game, recorded, self._desk.words.translate)
        return [LogLine(number, text, clock, "") for number, text, clock in lines]


def _last(events: tuple[StoredEvent, ...], kind: type) -> int:
    """Index of the last event of a kind; -1 where there is none."""
    found = [index for index, each in enumerate(events) if isinstance(each.event, kind)]
    return found[-1] if found else -1
