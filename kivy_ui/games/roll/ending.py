"""The pages of a result: of the game that has just ended, and of a past one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.errors import CompanionError
from companion.games.roll.model.state import Step
from companion.history.archive import past_game
from companion.history.export import history_csv
from companion.history.game_analysis import GameAnalysis
from companion.history.records import ROLL, PastGame, Source
from companion.scorefile.score_entry import ScoreEntryPlayer
from companion.scorefile.score_entry_from_game import player_of_game
from kivy_ui.common.background_task import BackgroundTask
from kivy_ui.common.page_source import Said, Steps, Visit
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.game_analysis import chances_page, turns_page
from kivy_ui.games.roll.result import (
    Look,
    Part,
    WriteTable,
    awards_page,
    course_page,
    file_name,
    game_of,
    result_page,
    share_page,
    why_page,
)
from kivy_ui.games.roll.why import Scored
from kivy_ui.pages.page import Main, Page

Entries = dict[str, ScoreEntryPlayer]
"""The pieces of the players by name, as far as they are known."""


class ResultPages:
    """Shows a game's result in parts.

    Args:
        ui: context of the presenters.
    """

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui
        self._look = Look()
        self._analysis = BackgroundTask[GameAnalysis | None]("game-analysis", None)

    @property
    def live(self) -> bool:
        """Whether the analysis is being computed."""
        return self._analysis.busy

    def begin(self) -> None:
        """Show the result again, from its first page."""
        self._look = Look()

    def wait(self, timeout_s: float = 30.0) -> None:
        """Wait until the analysis is done."""
        self._analysis.wait(timeout_s)

    def touch(self, game: PastGame, key: object) -> Said:
        """Show another part, or export the game; return where it was written, or why not."""
        if isinstance(key, Look):
            self._look = key
        elif isinstance(key, WriteTable):
            return write(self._ui, f"{file_name(game)}.csv", history_csv((game,)))
        return None

    def page(self, game: PastGame, entries: Entries, ended: tuple[str, ...] = ()) -> Page:
        """Return the shown part of a game's result; *ended* are the reasons why it is over."""
        ui, look = self._ui, self._look
        followed = game.kind == ROLL and bool(game.points_by_round)
        match look.part:
            case Part.WHY:
                player = game.players[look.player]
                return why_page(ui, game, Scored.of(player, entries.get(player.name), ui), look)
            case Part.COURSE:
                return course_page(ui, game, chances=followed)
            case Part.CHANCES | Part.TURNS:
                return self._analysed(game)
            case Part.AWARDS:
                return awards_page(ui, game, ended)
            case Part.SHARE:
                return share_page(ui, game)
            case Part.RESULT:
                return result_page(ui, game, ended, chances=followed)

    def _analysed(self, game: PastGame) -> Page:
        """Return the chances to win, which are computed on a thread."""
        analyst = self._ui.settings.services.analyst
        self._analysis.start(lambda: analyst.analyse(game.game_id), game.game_id)
        known = self._analysis.result if self._analysis.knows(game.game_id) else None
        if self._look.part is Part.TURNS and known is not None:
            return turns_page(self._ui, game, known)
        return chances_page(self._ui, game, known, busy=self._analysis.busy)


def write(ui: RollContext, name: str, content: bytes) -> Said:
    """Write a file for the players; return where it is, or why it could not be written."""
    try:
        where = ui.settings.services.exchange.write(name, content)
    except CompanionError as error:
        return ui.translate.message(error), ui.translate.hint(error)
    return ui.translate("Saved: %(where)s", where=where), ""


class EndPages:
    """The end of the running game.

    Args:
        ui: context of the presenters.
        steps: of the game, to be undone.
    """

    def __init__(self, ui: RollContext, steps: Steps) -> None:
        self._ui = ui
        self._steps = steps
        self._read = BackgroundTask[PastGame | None]("result", None)
        self._shown: str | None = None
        self.result = ResultPages(ui)

    @property
    def live(self) -> bool:
        """Whether the game's record is being read or analysed."""
        return self._read.busy or self.result.live or self._read.arrived()

    def enter(self) -> None:
        """Begin with who has won."""
        self.result.begin()

    def wait(self, timeout_s: float = 10.0) -> None:
        """Wait until the record has been read."""
        self._read.wait(timeout_s)

    def undo(self) -> None:
        """Undo the game's last step."""
        self._steps.undo()

    def redo(self) -> None:
        """Redo the undone step."""
        self._steps.redo()

    def touch(self, key: Any) -> Said:
        """Show another part, or export."""
        return self.result.touch(self._game(), key)

    def page(self) -> Page:
        """Return the shown part of the result."""
        ui, view = self._ui, self._ui.view
        if self._shown != ui.update.game_id:
            self._shown = ui.update.game_id
            self.result.begin()
        entries: Entries = {}
        if view is not None and ui.counts_everything:
            entries = {seat.name: player_of_game(seat) for seat in view.seats}
        ended = tuple(map(ui.words.why_over, view.end_reasons if view is not None else ()))
        page = self.result.page(self._game(), entries, ended)
        if page.back is None:
            count = Main(ui.translate("Count tiles"), Visit("score_entry"))
            again = Main(ui.translate("New game"), Visit("start"), "plus")
            main = again if self._game().scored else count
            return replace(page, main=main, can_undo=ui.update.can_undo)
        return page

    def _game(self) -> PastGame:
        """Return the game's record; until it has been read, what the table knows."""
        ui, view = self._ui, self._ui.view
        now = ui.update.game_id, ui.update.version
        if view is None or ui.update.game_id is None or view.step is not Step.OVER:
            return PastGame("", "", "", Source.TRACKED, ())
        game_id = ui.update.game_id
        archive, catalog = ui.settings.services.archive, ui.tiles.catalog
        self._read.start(lambda: past_game(archive, catalog, game_id), now)
        known = self._read.result if self._read.knows(now) else None
        return known if known is not None else game_of(ui, view, game_id)


class PastResultPages:
    """The result of a game of the history.

    Args:
        ui: context of the presenters.
        chosen: returns the game.
    """

    def __init__(self, ui: RollContext, chosen: Callable[[], PastGame | None]) -> None:
        self._ui = ui
        self._chosen = chosen
        self.result = ResultPages(ui)

    @property
    def live(self) -> bool:
        """Whether the game is being analysed."""
        return self.result.live

    def enter(self) -> None:
        """Begin with who has won."""
        self.result.begin()

    def undo(self) -> None:
        """Do nothing: nothing is entered here."""

    def redo(self) -> None:
        """Do nothing."""

    def touch(self, key: Any) -> Said:
        """Show another part, or export."""
        game = self._chosen()
        return None if game is None else self.result.touch(game, key)

    def page(self) -> Page:
        """Return the shown part of the result."""
        game = self._chosen() or PastGame("", "", "", Source.ENTERED, ())
        page = self.result.page(game, {})
        if page.back is not None:
            return page
        return replace(page, back=Visit("history"), can_undo=False)
