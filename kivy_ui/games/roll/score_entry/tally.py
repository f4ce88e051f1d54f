"""The final score: entered page by page, every step of which can be taken back; its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from companion.games.roll.model.state import Step
from companion.games.roll.model.tiles import Catalog
from companion.history.records import PastGame
from companion.i18n import N_
from companion.scorefile import score_entry
from companion.scorefile.score_entry import ScoreEntryPlayer
from companion.scorefile.score_entry_from_game import player_of_game
from companion.session.clock import SystemClock
from kivy_ui.common.date_entry import DateEntry
from kivy_ui.common.page_source import Said, Visit
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.ending import ResultPages
from kivy_ui.games.roll.result import Look, WriteTable
from kivy_ui.games.roll.score_entry import draft as drafts
from kivy_ui.games.roll.score_entry.by_camera import ScoreEntryByCamera
from kivy_ui.games.roll.score_entry.draft import Add, AskPlayer, Done, Draft, Part, Remove, Rename
from kivy_ui.games.roll.score_entry.files import ScoreEntryFiles
from kivy_ui.games.roll.score_entry.pages import (
    Go,
    Taken,
    Where,
    entry_page,
    files_page,
    players_page,
)
from kivy_ui.games.roll.tiles.tile_camera import TileCamera
from kivy_ui.games.roll.tiles.tile_questions import Ask
from kivy_ui.pages.forms import Field, Form, Stepper
from kivy_ui.pages.letters import Erase, Letter, Shift, Turn, Typing
from kivy_ui.pages.page import Card, Main, Page, Picture, Sheet, Side
from kivy_ui.pages.scores import Next

_USUAL_PLAYERS: Final = 3
_MOST_STEPS_BACK: Final = 200
_MOST_NAMES: Final = 6


@dataclass(frozen=True, slots=True)
class _Name:
    """Key: the player who is being named has this known name."""

    name: str


@dataclass(frozen=True, slots=True)
class _Day:
    """Key: changes a part of the date."""

    part: str
    step: int


class TallyPages:
    """The pages of the final score.

    Args:
        ui: context of the presenters.
        search: asks for a tile of the whole box.
        utc_iso: returns the time in UTC, ISO 8601; the system's by default.
    """

    def __init__(
        self, ui: RollContext, search: Ask, utc_iso: Callable[[], str] | None = None
    ) -> None:
        self._ui = ui
        self.files = ScoreEntryFiles(ui.settings.services, utc_iso or SystemClock().utc_iso)
        self.result = ResultPages(ui)
        self.draft = Draft(())
        self._past: list[Draft] = []
        self._future: list[Draft] = []
        self._page = Where.ENTRY
        self._typing, self._named = Typing(), 0
        self._date = DateEntry(date.today())  # noqa: DTZ011 - the date where the table stands
        self._doubted = False
        self._by_camera = False
        camera = TileCamera(ui.settings.services.tiles)
        self.camera = ScoreEntryByCamera(ui, lambda: self.draft, camera, search)

    @property
    def live(self) -> bool:
        """Whether the camera may see something new, or the game is analysed."""
        return self._page is Where.CAMERA or self.result.live

    @property
    def _catalog(self) -> Catalog:
        return self._ui.tiles.catalog

    # --- lifecycle -----------------------------------------------------------------------------

    def enter(self) -> None:
        """Begin anew if nothing is entered, or if another game has ended and this one is saved."""
        ended = self._ui.step is Step.OVER and self._ui.update.game_id != self.files.game_id
        if not self.draft.players or (ended and self.files.saved):
            self.begin()

    def begin(self) -> None:
        """Forget what is entered, and take over what is known of the game that has ended."""
        view, known = self._ui.view, self._ui.settings.player_names
        if view is not None and view.seats and self._ui.step is Step.OVER:
            self.files.begin(self._ui.update.game_id or "")
            players = tuple(player_of_game(seat) for seat in view.seats)
        else:
            self.files.begin()
            names = list(known[: drafts.MOST_PLAYERS])
            count = max(2, len(names)) if names else _USUAL_PLAYERS
            names += [self._numbered(index) for index in range(len(names), count)]
            players = tuple(ScoreEntryPlayer(name) for name in names)
        self._show(drafts.reduce(Draft(players), drafts.AskPlayer(0), self._catalog))

    def load(self, game_id: str, players: tuple[ScoreEntryPlayer, ...], played_at: str) -> None:
        """Open a saved position for correction."""
        self.files.go_on(game_id, played_at)
        self._show(drafts.reduce(Draft(players), AskPlayer(0), self._catalog))
        self._page = Where.RESULT

    def _show(self, draft: Draft) -> None:
        self.draft, self._page = draft, Where.ENTRY
        self._past, self._future, self._by_camera = [], [], False
        self.result.begin()

    def undo(self) -> None:
        """Take back what was entered last, where it was entered."""
        if self._past:
            self._future.append(self.draft)
            self.draft, self._page = self._past.pop(), Where.ENTRY
            self.files.changed()

    def redo(self) -> None:
        """Enter again what was taken back."""
        if self._future:
            self._past.append(self.draft)
            self.draft = self._future.pop()
            self.files.changed()

    def change(self, draft: Draft) -> None:
        """Go on with another draft; other players are a step that can be taken back."""
        if draft.players != self.draft.players:
            self._past = [*self._past[1 - _MOST_STEPS_BACK :], self.draft]
            self._future = []
            self.files.changed()
            self._doubted = False
        self.draft = draft

    # --- pages ---------------------------------------------------------------------------------

    def page(self) -> Page:
        """Return the page that is shown now."""
        ui = self._ui
        match self._page:
            case Where.RESULT:
                return self._result_page()
            case Where.CAMERA:
                self.camera.tick()
                return self.camera.page()
            case Where.PLAYERS:
                page = players_page(ui, self.draft)
            case Where.FILES:
                page = files_page(ui, self.files.offered())
            case Where.NAME:
                page = self._name_page(self._named)
            case Where.DATE:
                page = self._date_page()
            case Where.DOUBT:
                page = replace(entry_page(ui, self.draft), sheet=self._doubt())
            case _:
                page = replace(entry_page(ui, self.draft), back=Visit(None))
        return replace(page, can_undo=bool(self._past))

    def game(self) -> PastGame | None:
        """Return the result; None while something is missing or impossible."""
        found = score_entry.findings(self.draft.players, self._catalog)
        if any(each.blocking for each in found):
            return None
        return self.files.as_game(self.draft.players, self._catalog)

    def _result_page(self) -> Page:
        translate, game = self._ui.translate, self.game()
        if game is None:
            return entry_page(self._ui, self.draft)
        entries = {player.name: player for player in self.draft.players}
        page = self.result.page(game, entries)
        if page.back is not None:
            return page
        main = Main(translate("Save"), Go(Where.SAVE), "tick")
        if self.files.saved:
            main = Main(translate("New score"), Go(Where.NEW), "plus")
        above = translate("Saved in the history.") if self.files.saved else page.above
        correct = Side(Go(Where.ENTRY), translate("Correct"), "pencil")
        return replace(
            page, above=above, main=main, side=(correct, *page.side), back=Visit(None),
            can_undo=bool(self._past),
        )  # fmt: skip

    def _name_page(self, index: int) -> Page:
        translate, players = self._ui.translate, self.draft.players
        picture = (Picture("symbol/people"),)
        cards = tuple(Card(_Name(each), picture, each) for each in self._known()[:_MOST_NAMES])
        remove = Side(Go(Where.REMOVE, str(index)), translate("Remove player"), "bin")
        body = self._typing.body(players[index].name, self._ui.language, cards)
        return Page(
            players[index].name,
            translate("Name of the player"),
            body,
            side=(remove,) if len(players) > 1 else (),
            main=Main(translate("Done"), _Name(self._typing.text), "tick"),
            back=Go(Where.PLAYERS),
        )

    def _date_page(self) -> Page:
        """Return the date of a game that was played while the clock was not set."""
        translate = self._ui.translate
        names = {"day": N_("Day"), "month": N_("Month"), "year": N_("Year")}
        parts = [part for part, _ in self._date.parts(translate)]
        fields = (
            Field(
                translate(names[part]),
                number=Stepper(getattr(self._date.day, part), _Day(part, -1), _Day(part, 1)),
            )
            for part in parts
        )
        return Page(
            translate("Final score"),
            translate("Date of this game?"),
            Form(tuple(fields)),
            side=(Side(Go(Where.UNDATED), translate("Nobody knows"), "question"),),
            main=Main(translate("Save"), Go(Where.DATED), "tick"),
            back=Go(Where.RESULT),
        )

    def _doubt(self) -> Sheet:
        """Return what is unlikely, before the result."""
        translate = self._ui.translate
        found = score_entry.findings(self.draft.players, self._catalog)
        said = translate.message(found[0]), translate.hint(found[0])
        return Sheet(
            Picture("mark/doubt"),
            translate("Is that right?"),
            tuple(line for line in said if line),
            Main(translate("Show the result"), Go(Where.SURE), "crown"),
            (Side(Go(Where.ENTRY), translate("Correct"), "pencil"),),
            dismiss=Go(Where.ENTRY),
        )

    def _known(self) -> tuple[str, ...]:
        """Return the names from settings and earlier score entries that are not in use."""
        names = [*self._ui.settings.player_names]
        for kept in self._ui.settings.services.archive.score_entries():
            rows = kept.document.get("players", ())
            names += [str(row.get("name", "")) for row in rows if isinstance(row, dict)]
        used = {player.name for player in self.draft.players}
        return tuple(dict.fromkeys(name for name in names if name and name not in used))

    # --- touches -------------------------------------------------------------------------------

    def touch(self, key: Any) -> Said:
        """Enter a value, or show another page."""
        match key:
            case Next(key=lead):
                return self._lead(lead)
            case Go(where=where, of=of):
                return self._go(where, of)
            case Taken(name=name, owner=owner):
                return self._taken(name, owner)
            case _Name() | _Day() | Letter() | Erase() | Shift() | Turn():
                self._type(key)
            case Look() | WriteTable():
                game = self.game()
                return None if game is None else self.result.touch(game, key)
            case _ if self._page is Where.CAMERA:
                self.camera.touch(key)
            case _:
                self._do(key)
        return None

    def _do(self, action: Any) -> None:
        self.change(drafts.reduce(self.draft, action, self._catalog))

    def _lead(self, lead: Any) -> Said:
        """Go on by the main button: the part is entered; the camera goes on with the next."""
        after = drafts.reduce(self.draft, Done(), self._catalog)
        if isinstance(lead, Go):
            self.change(after)
            return self._go(lead.where, lead.of)
        self.change(drafts.reduce(after, lead, self._catalog))
        if self._by_camera and isinstance(lead, AskPlayer) and not self.draft.now.tiles:
            self._look()
        return None

    def _type(self, key: Any) -> None:
        """Change the name or the date that is typed."""
        match key:
            case _Name(name=name):
                self._do(Rename(self._named, name))
                self._page = Where.PLAYERS
            case _Day(part=part, step=step):
                self._date.step(part, step)
            case _:
                self._typing = self._typing.after(key)

    def _look(self) -> None:
        """Take a picture of the player's tiles; that of the next player follows by itself."""
        self._page, self._by_camera = Where.CAMERA, True
        self.camera.begin()

    def _go(self, where: Where, of: str) -> Said:
        """Show a page, or do what leads to it."""
        if self._page is Where.CAMERA and where is not Where.TAKEN:
            self.camera.close()
            self._by_camera = False
        match where:
            case Where.RESULT:
                doubts = not self._doubted and self._unlikely()
                self._page = Where.DOUBT if doubts else Where.RESULT
            case Where.SURE:
                self._doubted, self._page = True, Where.RESULT
            case Where.CAMERA:
                self._look()
            case Where.NAME:
                self._named, self._page = int(of), where
                self._typing = Typing(self.draft.players[int(of)].name)
            case Where.NEW:
                self.begin()
            case Where.SAVE | Where.DATED | Where.UNDATED | Where.EXPORT | Where.IMPORT:
                return self._file(where, of)
            case Where.WRONG | Where.ADD | Where.REMOVE | Where.TAKEN:
                self._change_players(where, of)
            case _:
                self._page = where
        return None

    def _change_players(self, where: Where, of: str) -> None:
        """Go to what is wrong, take over what the camera saw, or change who played."""
        if where is Where.WRONG:
            wrong = drafts.impossible(self.draft, self._catalog)
            self.change(drafts.at_finding(self.draft, wrong[0], self._catalog))
        elif where is Where.TAKEN:
            self._do(drafts.Take(self.draft.player, self.camera.taken()))
        else:
            self._do(Add(self._free_name()) if where is Where.ADD else Remove(int(of)))
        self._page = Where.PLAYERS if where is Where.REMOVE else Where.ENTRY

    def _unlikely(self) -> bool:
        found = score_entry.findings(self.draft.players, self._catalog)
        return bool(found) and not any(each.blocking for each in found)

    def _file(self, where: Where, name: str) -> Said:
        """Save, export or import; return where it was written, or why that failed."""
        translate, files = self._ui.translate, self.files
        match where:
            case Where.SAVE if files.asks_date:
                self._page = Where.DATE
                return None
            case Where.EXPORT:
                files.export(self.draft.players)
            case Where.IMPORT:
                players = files.import_file(name, self._catalog)
                if players is not None:
                    self.change(Draft(players, part=Part.TILES))
                    self._page = Where.RESULT
            case _:
                if where is not Where.SAVE:
                    files.set_date(self._date.day.isoformat() if where is Where.DATED else "")
                files.save(self.draft.players)
                self._page = Where.RESULT
        if files.error is not None:
            error = self._ui.error_text
            return error.message(files.error), error.hint(files.error)
        return (translate("Saved: %(where)s", where=files.where), "") if files.where else None

    def _taken(self, name: str, owner: int) -> Said:
        translate = self._ui.translate
        who = self.draft.players[owner].name
        said = translate("%(tile)s cannot be built twice: %(name)s has this tile.", tile=name,
                         name=who)  # fmt: skip
        return said, translate("The box contains every tile once.")

    def _numbered(self, index: int) -> str:
        return self._ui.translate("Player %(number)s", number=index + 1)

    def _free_name(self) -> str:
        used = {player.name for player in self.draft.players}
        known = [name for name in self._ui.settings.player_names if name not in used]
        numbered = map(self._numbered, range(len(self.draft.players), 2 * drafts.MOST_PLAYERS))
        return next(name for name in (*known, *numbered) if name not in used)
