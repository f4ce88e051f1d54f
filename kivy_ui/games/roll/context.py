"""Context shared by the presenters of Roll for the Galaxy."""

from dataclasses import replace

from companion.games.roll.model.dice import DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.model.state import Step
from companion.games.roll.model.tiles import Side
from companion.games.roll.view.table_view import SeatView, TableView
from companion.history.records import PastGame
from companion.session.table_port import TablePort, TableUpdate
from kivy_ui.common.background_task import BackgroundTask
from kivy_ui.common.error_text import ErrorText
from kivy_ui.common.event_text import EventContext
from kivy_ui.common.numbers import percentages
from kivy_ui.common.ui_context import UiContext
from kivy_ui.common.usual_names import with_shown_names
from kivy_ui.games.roll.texts.error_text import readers
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.games.roll.tiles.localised_tiles import LocalisedTiles
from kivy_ui.games.roll.tiles.tile_frequency import TileFrequency
from kivy_ui.settings import UiSettings

GAME = "roll"


class RollContext(UiContext):
    """UI context that includes the state of a Roll for the Galaxy game.

    Attributes:
        tile_frequency: which tiles are likely to be named.
        mat_tab: seat whose mat was selected on the reveal screen; None for the most urgent one.
        read_again: by seat, which dice of a mat differ from those before it was read again (their
            correction indices), and how many, with those that are gone.
        live_chances: all players' chances to win at the start of a round, by seat, computed on
            demand.
        record: of the game that is over, read on demand.
    """

    def __init__(self, port: TablePort, settings: UiSettings) -> None:
        super().__init__(port, settings)
        self.tile_frequency = TileFrequency(settings.services.archive)
        self.live_chances = BackgroundTask[tuple[float, ...]]("chances", ())
        self.record = BackgroundTask[PastGame | None]("result", None)
        self.mat_tab: int | None = None
        self.read_again: dict[int, tuple[frozenset[int], int]] = {}
        self._named: tuple[TableView | None, str, TableView | None] = (None, "", None)
        """The newest view, the language of names, and the view with these names."""
        self._rounds_begun = 0
        """A round that is started again after an undo counts as a new one."""

    def take(self, update: TableUpdate) -> None:
        """Apply an update; a visit to what belongs to a step ends with it."""
        before, round_before = self.step, self._round_played
        stood = {seat.seat: seat.dice for seat in self.seats}
        super().take(update)
        for seat in self.seats:
            self._compare(seat.seat, stood.get(seat.seat, ()), seat.dice)
        if self._round_played != round_before:
            self._rounds_begun += 1
        if self.step is not before or self._round_played != round_before:
            self.mat_tab = None
        if (
            self.visiting in ("table", "reveal", "corrections", "status")
            and self.step is not before
        ):
            self.visiting = None

    def _compare(
        self, seat: int, stood: tuple[PlacedDie, ...], dice: tuple[PlacedDie, ...]
    ) -> None:
        """Find what differs on a mat that was read again: its dice have other marks then."""
        fresh = {die.mark for die in dice} - {die.mark for die in stood} - {""}
        if stood and fresh:
            gone, differs = [_shown(die) for die in stood], []
            for index, die in enumerate(dice):
                if _shown(die) in gone:
                    gone.remove(_shown(die))
                else:
                    differs.append(index)
            self.read_again[seat] = frozenset(differs), max(len(differs), len(gone))
        elif len(stood) != len(dice):
            self.read_again.pop(seat, None)

    @property
    def sets_up(self) -> bool:
        """Whether the players of a new game are being chosen."""
        return self.visiting == "start" or self.step in (Step.SETUP, Step.OVER)

    @property
    def told(self) -> EventContext:
        """What the sentences of the running game need."""
        seats = {seat.seat: seat for seat in self.seats}
        names = {number: seat.name for number, seat in seats.items()}
        return EventContext(self.translate, names, colour=lambda seat: seats[seat].colour)

    @property
    def words(self) -> Words:
        return Words(self.translate)

    @property
    def tiles(self) -> LocalisedTiles:
        return LocalisedTiles(self.language)

    @property
    def error_text(self) -> ErrorText:
        """Error messages with the names of players, dice and faces."""
        return ErrorText(self.translate, readers(self.words, self.seats))

    @property
    def view(self) -> TableView | None:
        """The current view of the game; None if no game is open.

        Players who entered no name have the usual one of the chosen language.
        """
        view = self.update.view
        if not isinstance(view, TableView) or self.update.game is None:
            return None
        of, language, named = self._named
        if of is not view or language != self.language:
            named = replace(view, seats=with_shown_names(self.translate, view.seats))
            self._named = view, self.language, named
        return named

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """The players in the order of their seats; none without a game."""
        seats = self.view.seats if self.view is not None else ()
        return tuple(sorted(seats, key=lambda each: each.seat))

    def seat(self, number: int) -> SeatView | None:
        """Return a player's view; None if the seat is empty."""
        return next((seat for seat in self.seats if seat.seat == number), None)

    @property
    def round_title(self) -> str:
        """The number of the round, or that it is the last one."""
        view = self.view
        if view is not None and view.end_reasons:
            return self.translate("Final round")
        return self.translate("Round %(number)s", number=0 if view is None else view.round)

    def find_tiles(self, letters: str = "") -> tuple[Side, ...]:
        """Return the sides of game tiles that have some letters, recent and likely ones first."""
        return self.tiles.find(letters, self.tile_frequency.often(self.update.game_id))

    def win_percent(self, seat: int) -> int | None:
        """Return a player's chance to win at the start of the round, in percent.

        None if chances are turned off, not yet known or cannot be computed.
        """
        if not self.asks_chances:
            return None
        seats = (each.seat for each in self.seats)
        return dict(zip(seats, percentages(self.chances or ()), strict=False)).get(seat)

    @property
    def chances(self) -> tuple[float, ...] | None:
        """Chances to win by seat; empty if they cannot be computed, None until they are known.

        The first access in a round starts the search.
        """
        game_id, giver = self.update.game_id or "", self.settings.services.hints
        found = self.live_chances
        found.start(lambda: giver.win_chances(game_id), self._rounds_begun)
        return found.result if found.knows(self._rounds_begun) else None

    @property
    def asks_chances(self) -> bool:
        """Whether chances to win are turned on and can be computed for the running game."""
        runs = self.step not in (Step.SETUP, Step.OVER)
        return self.preferences.live_chances and self.counts_everything and runs

    @property
    def _round_played(self) -> tuple[str | None, int]:
        return self.update.game_id, self.view.round if self.view is not None else 0

    @property
    def counts_everything(self) -> bool:
        """Whether all dice and tiles are tracked."""
        view = self.view
        return view is not None and view.tracking is not None

    @property
    def step(self) -> Step:
        """Current step of the round; ``SETUP`` without a game."""
        view = self.view
        return view.step if view is not None else Step.SETUP

    @property
    def phase(self) -> Phase | None:
        """The current phase; None between phases."""
        view = self.view
        return view.current_phase if view is not None else None

    @property
    def readying(self) -> bool:
        """Whether players say that they are ready."""
        return self.step in (Step.ASSIGN, Step.MANAGE)

    @property
    def revealed(self) -> bool:
        """Whether the reveal can be confirmed."""
        needs = self.view.needs if self.view is not None else ()
        return any(need.code == "confirm" for need in needs)


def _shown(die: PlacedDie) -> tuple[DieType, Face, Place]:
    return die.type, die.face, die.place
