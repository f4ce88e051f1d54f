"""The log of the open game: its events as sentences, by round, the newest first."""

from companion.history.tracked import effective_events
from companion.session.ports import StoredEvent
from companion.session.table_port import MatPicture
from kivy_ui.common.event_text import EventTexts, LogLine
from kivy_ui.common.outlines import photograph, upright
from kivy_ui.common.page_source import Visit
from kivy_ui.common.stacked_pages import StackedPages, do
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.listing import List, Prose, Row, remark
from kivy_ui.pages.page import Chip, Page, Picture, Side
from kivy_ui.pages.photos import Found, Photo

_PHOTO = Picture("symbol/camera")


class EventLogPages(StackedPages):
    """The pages of the log; from here one goes back to any step."""

    def __init__(self, ui: UiContext) -> None:
        super().__init__(ui)
        self._stored: tuple[StoredEvent, ...] = ()
        self._read: tuple[str | None, int] = (None, -1)
        self._round: int | None = None

    def enter(self) -> None:
        super().enter()
        self._round = None

    def first(self) -> Page:
        translate, rounds, shown = self.translate, self.rounds(), self.shown_round
        nothing = remark("info", translate("Nothing has happened yet."))
        others = tuple(each for each in (shown - 1, shown + 1) if each in rounds)
        return Page(
            translate("Log"),
            self._name(shown),
            List(tuple(map(self._row, self.lines())) or (nothing,)),
            chips=(Chip(icon="undo", key=Visit("undo")),) if self.ui.update.can_undo else (),
            side=tuple(Side(do(self.show, each), self._name(each), "") for each in others),
        )

    def _row(self, line: LogLine) -> Row:
        if self._picture(line) is not None:
            return Row(do(self.open, self._read_from, line), line.text, (_PHOTO,), value=line.clock)
        key = do(self.open, self._explained, line) if line.why else None
        return Row(key, line.text, value=line.clock)

    def _picture(self, line: LogLine) -> MatPicture | None:
        """Return the image that the dice of a line were read from, while it is kept."""
        if line.seat is None or not line.marks:
            return None
        return self.ui.port.picture_of(line.seat, line.marks)

    def _read_from(self, line: LogLine) -> Page | None:
        """Return the image with the dice that were read from it; None if it is kept no longer."""
        seen = self._picture(line)
        if seen is None:
            return None
        found = tuple(Found(upright(corners)) for corners in seen.outlines if corners is not None)
        return Page(line.text, self.translate("The camera saw this"),
                    Photo(photograph(seen.picture), found, whole=True))  # fmt: skip

    def show(self, number: int) -> None:
        self._round = number

    def rounds(self) -> tuple[int, ...]:
        """Return the rounds that have events, 0 for set-up."""
        return tuple(sorted({line.round for line in self._all()})) or (0,)

    @property
    def shown_round(self) -> int:
        rounds = self.rounds()
        return self._round if self._round in rounds and self._round is not None else rounds[-1]

    def lines(self) -> tuple[LogLine, ...]:
        """Return the lines of the shown round, the newest first."""
        shown = self.shown_round
        return tuple(line for line in reversed(self._all()) if line.round == shown)

    def _name(self, number: int | None) -> str:
        translate = self.translate
        return translate("Round %(round)s", round=number) if number else translate("Set-up")

    def _explained(self, line: LogLine) -> Page:
        log = self._log
        heading, text = log.explained(self.translate, line.why) if log is not None else ("", "")
        heading = heading or self.translate("Log")
        return Page(heading, self.translate("Why?"), Prose((line.text, text)))

    def _all(self) -> list[LogLine]:
        update, log = self.ui.update, self._log
        if update.game_id is None or log is None:
            return []
        now = (update.game_id, update.version)
        if now != self._read:
            self._stored = self.ui.settings.services.archive.events(update.game_id)
            self._read = now
        return log.lines(self.translate, effective_events(self._stored))

    @property
    def _log(self) -> EventTexts | None:
        """The open game's functions that convert events to text."""
        game = self.ui.settings.games.get(self.ui.update.game or "")
        return game.log if game is not None else None
