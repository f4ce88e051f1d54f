"""The result of the game that has just ended, and of a past one."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from companion.games.roll.model.state import TILES_AT_SETUP, EndReason, Step
from companion.games.roll.view.table_view import SeatView, TableView
from companion.history.archive import past_game
from companion.history.records import PastGame, PastPlayer, Source, shares_of
from companion.scorefile.score_entry import ScoreEntryPlayer, player_of_game
from kivy_ui.common.page_source import Steps, Visit
from kivy_ui.common.usual_names import with_shown_names
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.result import ResultPages
from kivy_ui.pages.page import Card, Main, Page, Picture


class EndPages(ResultPages):
    """The end of the running game."""

    leads_to = None

    def __init__(self, ui: RollContext, steps: Steps | None = None) -> None:
        super().__init__(ui, steps)
        self._game_id = ui.update.game_id

    @property
    def live(self) -> bool:
        """Whether the game's record is being read or analysed."""
        return self.ui.record.busy or super().live or self.ui.record.arrived()

    @property
    def can_undo(self) -> bool:
        """Whether the game's last step can be undone, on the first page."""
        return not self.covered and super().can_undo

    def page(self) -> Page:
        """Return the page that is shown now; another game begins with who has won."""
        if self._game_id != self.ui.update.game_id:
            self._game_id = self.ui.update.game_id
            self.enter()
        return super().page()

    def first(self) -> Page:
        main = Main(self.translate("Count tiles"), Visit("score_entry"))
        if self.game.scored:
            main = Main(self.translate("New game"), Visit("start"), "plus")
        return replace(self.outcome(), main=main)

    @property
    def entries(self) -> Mapping[str, ScoreEntryPlayer]:
        seats = self.ui.view.seats if self.ui.view is not None else ()
        known = seats if self.ui.counts_everything else ()
        return {seat.name: player_of_game(seat) for seat in known}

    @property
    def ended(self) -> tuple[Card, ...]:
        """Why the game is over, and what everybody has of that."""
        reasons = self.ui.view.end_reasons if self.ui.view is not None else ()
        return tuple(Card(None, *self._why_over(reason)) for reason in reasons)

    def _why_over(self, reason: EndReason) -> tuple[tuple[Picture, ...], str, tuple[str, ...]]:
        tiles = reason is EndReason.TILES
        had = [(each.tiles if tiles else each.vp_chips, each.name) for each in self.ui.seats]
        most = ", ".join(
            f"{name}\N{NO-BREAK SPACE}{count}" for count, name in sorted(had, reverse=True)
        )
        return (Picture("tile" if tiles else "chip"),), self.ui.words.why_over(reason), (most,)

    @property
    def game(self) -> PastGame:
        """The game's record; until it has been read, what the table knows."""
        ui, view = self.ui, self.ui.view
        now = ui.update.game_id, ui.update.version
        if view is None or ui.update.game_id is None or view.step is not Step.OVER:
            return PastGame("", "", "", Source.TRACKED, ())
        game_id = ui.update.game_id
        archive, catalog = ui.settings.services.archive, ui.tiles.catalog
        ui.record.start(lambda: past_game(archive, catalog, game_id), now)
        known = ui.record.result if ui.record.knows(now) else None
        if known is None:
            return game_of(ui, view, game_id)
        return replace(known, players=with_shown_names(ui.translate, known.players))


class PastResultPages(ResultPages):
    """The result of a game of the history.

    Args:
        entries: the pieces of the players by name, as far as they are known.
    """

    leads_to = Visit("history")

    def __init__(
        self,
        ui: RollContext,
        chosen: Callable[[], PastGame | None],
        entries: Mapping[str, ScoreEntryPlayer] = MappingProxyType({}),
    ) -> None:
        super().__init__(ui)
        self._chosen, self._entries = chosen, entries

    @property
    def entries(self) -> Mapping[str, ScoreEntryPlayer]:
        return self._entries

    @property
    def game(self) -> PastGame:
        return self._chosen() or PastGame("", "", "", Source.ENTERED, ())

    def first(self) -> Page:
        return self.outcome()


def game_of(ui: RollContext, view: TableView, game_id: str) -> PastGame:
    """Return the result of a game that has just ended, before its record has been read."""
    seats = sorted(view.seats, key=lambda seat: seat.seat)
    players = tuple(_player(ui, seat) for seat in seats)
    return PastGame(game_id, "", "", Source.TRACKED, players, rounds=view.round)


def _player(ui: RollContext, seat: SeatView) -> PastPlayer:
    """Return a player's result; where counters are kept by hand only the chips are known."""
    known = PastPlayer(
        name=seat.name,
        vp_chips=seat.vp_chips,
        credits=seat.credits,
        tiles=seat.tiles,
        faction=seat.faction,
        home_world=seat.home_world,
        seat=seat.seat,
        colour=seat.colour,
    )
    score = seat.tracking.score if seat.tracking is not None else None
    if score is None or seat.tracking is None:
        return known
    sides = [ui.tiles.side(key) for key in seat.tracking.tableau]
    return replace(
        known,
        total=score.total,
        tiebreak=score.tiebreak,
        built=seat.tracking.tableau[TILES_AT_SETUP:],
        rank=seat.final_rank,
        shares=shares_of(score.vp_chips, sides, score.bonuses),
    )
