"""The final score: entered page by page, every step of which can be taken back; its result."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any, Final

from companion.games.roll.model.state import Step
from companion.history.records import PastGame, Source
from companion.scorefile import score_entry
from companion.scorefile.score_entry import ScoreEntryPlayer, player_of_game
from companion.session.clock import SystemClock
from kivy_ui.asking.draft import Give, Mark
from kivy_ui.asking.telling import halves
from kivy_ui.common.changes import Changes
from kivy_ui.common.date_entry import DateEntry
from kivy_ui.common.naming import ask_name
from kivy_ui.common.page_source import Said, Visit
from kivy_ui.common.stacked_pages import Close, do
from kivy_ui.common.usual_names import usual_name
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.result import ResultPages
from kivy_ui.games.roll.score_entry.by_camera import ScoreEntryByCamera
from kivy_ui.games.roll.score_entry.draft import MOST_PLAYERS, Draft, Part, reduce
from kivy_ui.games.roll.score_entry.files import ScoreEntryFiles
from kivy_ui.games.roll.score_entry.pages import EntryPage, seat_of
from kivy_ui.games.roll.tiles.tile_camera import TileCamera
from kivy_ui.games.roll.tiles.tile_cards import TileGroup
from kivy_ui.games.roll.tiles.tile_questions import Ask
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.page import Main, Note, Page, Picture, Sheet, Side
from kivy_ui.pages.scores import Next

_USUAL_PLAYERS: Final = 3
_MOST_STEPS_BACK: Final = 200


class TallyPages(ResultPages):
    """The pages of the final score.

    Args:
        utc_iso: returns the time in UTC, ISO 8601; the system's by default.
    """

    leads_to = Visit(None)

    def __init__(
        self, ui: RollContext, search: Ask, utc_iso: Callable[[], str] | None = None
    ) -> None:
        super().__init__(ui)
        self.files = ScoreEntryFiles(ui.settings.services, utc_iso or SystemClock().utc_iso)
        self._changes = Changes(Draft(ui.tiles.catalog, ()), _MOST_STEPS_BACK)
        self._date = DateEntry(date.today())  # noqa: DTZ011 - the date where the table stands
        self._doubted = False
        self._by_camera = False
        self._shared = ui.settings.services.phones.tally
        camera = TileCamera(ui.settings.services.tiles)
        self.camera = ScoreEntryByCamera(ui, self, lambda: self.draft, camera, search)

    @property
    def live(self) -> bool:
        """Whether the camera or a phone may bring something new, or the game is analysed."""
        entered = self._shared.players != self.draft.players
        return entered or self.shows(self.picture) or super().live

    @property
    def draft(self) -> Draft:
        """What is entered, and where one enters."""
        return self._changes.now

    @property
    def can_undo(self) -> bool:
        """Whether something was entered, where that is shown."""
        there = not self._opened or self.shows(self.players) or self.shows(self.score)
        return there and self._changes.can_undo

    # --- lifecycle -----------------------------------------------------------------------------

    def enter(self) -> None:
        """Begin anew if nothing is entered, or if another game has ended and this one is saved."""
        ended = self.ui.step is Step.OVER and self.ui.update.game_id != self.files.game_id
        if not self.draft.players or (ended and self.files.saved):
            self.begin()

    def begin(self) -> None:
        """Forget what is entered, and take over what is known of the game that has ended."""
        view, known = self.ui.view, self.ui.settings.player_names
        if view is not None and view.seats and self.ui.step is Step.OVER:
            self.files.begin(self.ui.update.game_id or "")
            players = tuple(player_of_game(seat) for seat in view.seats)
        else:
            self.files.begin()
            names = list(known[:MOST_PLAYERS])
            count = max(2, len(names)) if names else _USUAL_PLAYERS
            names += [self._numbered(index) for index in range(len(names), count)]
            players = tuple(map(ScoreEntryPlayer, names))
        self._open(players)

    def load(self, game_id: str, players: tuple[ScoreEntryPlayer, ...], played_at: str) -> None:
        """Open a saved position for correction."""
        self.files.go_on(game_id, played_at)
        self._open(players)
        self.open(self.score)

    def _open(self, players: tuple[ScoreEntryPlayer, ...]) -> None:
        self._changes.begin(Draft(self.ui.tiles.catalog, players).at(0))
        ended = self.ui.step is Step.OVER and self.files.game_id == self.ui.update.game_id
        self._shared.begin(players, self.files.game_id if ended else "")
        self._by_camera = False
        super().enter()

    def undo(self) -> None:
        """Take back what was entered last, where it was entered."""
        if self.over is not None:
            super().undo()
        else:
            self._turn(self._changes.undo)

    def redo(self) -> None:
        if self.over is not None:
            super().redo()
        else:
            self._turn(self._changes.redo)

    def _turn(self, turn: Callable[[], bool]) -> None:
        self._take_shared()
        before = self.draft.players
        if turn():
            self._share(before, self.draft)
            super().enter()

    def _share(self, before: tuple[ScoreEntryPlayer, ...], draft: Draft) -> Draft:
        """Share what was changed here with the phones; return the draft with what stays."""
        self.files.saved = self._doubted = False
        return replace(draft, players=self._shared.merge(before, draft.players))

    def _take_shared(self) -> None:
        """Take what phones have entered, as a step that can be taken back."""
        players = self._shared.players
        if players and players != self.draft.players:
            self._changes.change(replace(self.draft, players=players))
            self.files.saved = self._doubted = False

    def page(self) -> Page:
        """Return the page that is shown now, with what phones have entered."""
        self._take_shared()
        return super().page()

    def change(self, draft: Draft) -> None:
        """Go on with another draft; other players are a step that can be taken back."""
        before = self.draft.players
        if draft.players == before:
            self._changes.now = draft
            return
        self._take_shared()
        self._changes.change(self._share(before, draft))

    def go_on(self, draft: Draft) -> None:
        """Go on with another draft, and ask for what it asks."""
        self.change(draft)
        super().enter()

    def touch(self, key: Any) -> Said:
        """Answer, or do what a key says; the main button also says that the part is entered."""
        match key:
            case Next(key=key):
                return self._lead(key)
            case Give() | Mark() | TileGroup():
                self.go_on(reduce(self.draft, key))
                return None
            case _:
                return super().touch(key)

    def _lead(self, key: Any) -> Said:
        """Go on by the main button; the camera goes on with the next player."""
        before = self.draft.player
        self.change(self.draft.done())
        said = self.touch(key)
        if self._by_camera and self.draft.player != before and not self.draft.now.tiles:
            self.look()
        return said

    # --- the entry -----------------------------------------------------------------------------

    def first(self) -> Page:
        """Return the page that asks for a part of a player."""
        translate = self.translate
        return EntryPage(self.ui, self.draft).page(
            finish=Main(translate("Show the result"), Next(do(self.finish)), "crown"),
            wrong=Main(translate("What is wrong?"), Next(do(self.ask_wrong)), "doubt"),
            side=(
                Side(do(self.look), translate("Camera"), "camera"),
                Side(do(self.open, self.players), translate("Players"), "people"),
            ),
        )

    def ask_wrong(self) -> None:
        self.go_on(self.draft.at_finding(self.draft.impossible[0]))

    def finish(self) -> None:
        """Show the result; what is unlikely is doubted once."""
        found = score_entry.findings(self.draft.players, self.draft.catalog)
        unlikely = bool(found) and not any(each.blocking for each in found)
        if unlikely and not self._doubted:
            self.ask(self.doubt)
        else:
            self.open(self.score)

    def doubt(self) -> Sheet:
        """Return what is unlikely, before the result."""
        translate = self.translate
        found = score_entry.findings(self.draft.players, self.draft.catalog)
        said = (*halves(translate.message(found[0])), translate.hint(found[0]))
        return Sheet(
            Picture("mark/doubt"),
            translate("Is that right?"),
            tuple(line for line in said if line),
            Main(translate("Show the result"), do(self.believe), "crown"),
            (Side(Close(), translate("Correct"), "pencil"),),
        )

    def believe(self) -> None:
        self._doubted = True
        self.open(self.score)

    # --- tiles by camera -----------------------------------------------------------------------

    def look(self) -> None:
        """Take a picture of the player's tiles; that of the next player follows by itself."""
        self._by_camera = True
        self.camera.begin()
        self.open(self.picture)

    def picture(self) -> Page:
        self.camera.tick()
        return self.camera.page(do(self.take))

    def take(self) -> None:
        """Take over the player as the camera has seen them."""
        self.go_on(self.camera.taken())

    def back(self) -> None:
        """Close the page on top; without the camera the entry goes on by touch."""
        if self.shows(self.picture):
            self.camera.camera.give_up()
            self._by_camera = False
        super().back()

    # --- who played ----------------------------------------------------------------------------

    def players(self) -> Page:
        translate, players = self.translate, self.draft.players
        only = self.draft.part is Part.TOTAL
        points = translate("Tile by tile") if only else translate("Totals only")
        more = Main(translate("Add player"), do(self.add), "plus")
        return Page(
            translate("Final score"),
            translate("Who played?"),
            List(
                tuple(
                    Row(do(self.ask_name, index), each.name, (seat_of(index, each).badge(),))
                    for index, each in enumerate(players)
                )
            ),
            side=(
                Side(do(self.open, self.score_files), translate("Score files"), "file"),
                Side(do(self.only_totals), points, "crown"),
            ),
            main=more if len(players) < MOST_PLAYERS else None,
        )

    def only_totals(self) -> None:
        """Ask for everybody's points in all, or for what they consist of again."""
        self.go_on(self.draft.only_totals(only=self.draft.part is not Part.TOTAL))

    def add(self) -> None:
        self.go_on(self.draft.add(self._free()))

    def ask_name(self, index: int) -> None:
        """Ask what a player is called, who can be removed here."""
        names = [player.name for player in self.draft.players]
        remove = Side(do(self.remove, index), self.translate("Remove player"), "bin")
        ask_name(
            self,
            names[index],
            do(self.rename, index),
            used=names,
            side=(remove,) if len(names) > 1 else (),
        )

    def rename(self, index: int, name: str) -> None:
        self.change(self.draft.rename(index, name))

    def remove(self, index: int) -> None:
        self.change(self.draft.remove(index))
        self.back()

    def _numbered(self, index: int) -> str:
        return usual_name(self.translate, index + 1)

    def _free(self) -> str:
        """Return a name for one more player."""
        used = {player.name for player in self.draft.players}
        numbered = map(self._numbered, range(len(used), 2 * MOST_PLAYERS))
        names = (*self.ui.known.players(), *numbered)
        return next(name for name in names if name not in used)

    # --- the result, and files -----------------------------------------------------------------

    @property
    def game(self) -> PastGame:
        """The result; without players while something is missing or impossible."""
        found = score_entry.findings(self.draft.players, self.draft.catalog)
        if not any(each.blocking for each in found):
            game = self.files.as_game(self.draft.players, self.draft.catalog)
            if game is not None:
                return game
        return PastGame("", "", "", Source.ENTERED, ())

    @property
    def entries(self) -> dict[str, ScoreEntryPlayer]:
        return {player.name: player for player in self.draft.players}

    def score(self) -> Page | None:
        """Return the result, which can be saved; None while there is none."""
        translate, page = self.translate, self.outcome()
        if not self.game.players:
            return None
        if self.files.saved:
            main = Main(translate("New score"), do(self.begin), "plus")
            return replace(page, above=translate("Saved in the history."), main=main)
        return replace(page, main=Main(translate("Save"), do(self.save), "tick"))

    def save(self) -> None:
        """Save the result in the history; its date is asked for where the clock was not set."""
        if self.files.asks_date:
            self.open(self.date)
        else:
            self.files.save(self.draft.players)

    def date(self) -> Page:
        """Return the date of a game that was played while the clock was not set."""
        return self._date.page(self.translate, self.translate("Final score"), self.save_of)

    def save_of(self, day: str) -> None:
        """Save the result as one of a day, ISO 8601; empty if nobody knows it."""
        self.files.set_date(day)
        self.back()
        self.files.save(self.draft.players)

    def score_files(self) -> Page:
        """Return what can be done with score files: a new entry, export, and those to import."""
        translate = self.translate
        offered = self.ui.settings.services.exchange.offered(".json")
        said = translate("There is no score file on the USB drive or in the folder.")
        rows = (
            (do(self.begin), translate("New score"), "plus"),
            (do(self.export), translate("Export to a file"), "export"),
            *((do(self.load_file, name), name, "import") for name in offered),
        )
        return Page(
            translate("Final score"),
            translate("Score files"),
            List(tuple(Row(key, name, (Picture(f"symbol/{icon}"),)) for key, name, icon in rows)),
            note=None if offered else Note((said,), icon="symbol/info"),
        )

    def export(self) -> Said:
        """Write what is entered as a score file; return where."""
        return self.write_file(
            f"{self.files.game_id}.json", self.files.exported(self.draft.players)
        )

    def load_file(self, name: str) -> None:
        """Take over the position of a score file."""
        players = self.files.import_file(name, self.draft.catalog)
        self.go_on(Draft(self.draft.catalog, players).at(0))
        self.open(self.score)
