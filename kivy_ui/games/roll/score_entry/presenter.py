"""Score entry for a final position: few taps, validation, score, saving."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from companion.games.names import clean_name
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.steps import Step
from companion.games.roll.model.tiles import Side, World
from companion.games.roll.rules.scoring import FinalScore
from companion.history.records import PastGame
from companion.scorefile import score_entry
from companion.scorefile.score_entry import ScoreEntryPlayer
from companion.scorefile.score_entry_errors import ScoreEntryFinding
from companion.scorefile.score_entry_from_game import player_of_game
from companion.session.clock import SystemClock
from kivy_ui.common.side_frame import SideFrame
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.score_entry import dice as score_entry_dice
from kivy_ui.games.roll.score_entry.files import ScoreEntryFiles
from kivy_ui.games.roll.score_entry.pages import DiceCell, EntryPage, page_of, page_with_a_gap
from kivy_ui.games.roll.score_entry.steps import ScoreEntrySteps
from kivy_ui.games.roll.tiles.tile_groups import TileGroupFinder

MOST_PLAYERS: Final = 5
MOST_CHIPS: Final = 999
MOST_DICE: Final = 99
_USUAL_PLAYERS: Final = 3
_LONGEST_NAME: Final = 16


class ScoreEntryPresenter:
    """Presenter of the score entry screen.

    Attributes:
        chosen: index of the player being entered.
        page: the current page.
        finder: the tile search.
        cell: the number of dice that the keypad changes.
        good_die: kind of die for the next good; None for the world's own colour.
        shows_result: whether the result is shown instead of a page.
        files: storage of the score entry.

    Args:
        ui: context of the presenters.
        utc_iso: returns the time in UTC, ISO 8601; the system's by default.
    """

    def __init__(self, ui: RollContext, utc_iso: Callable[[], str] | None = None) -> None:
        self._ui = ui
        self.finder = TileGroupFinder(ui)
        self.files = ScoreEntryFiles(ui.settings.services, utc_iso or SystemClock().utc_iso)
        self._steps = ScoreEntrySteps()
        self._open_pages()

    def _open_pages(self) -> None:
        self.page = EntryPage.FACTION
        self.cell = DiceCell("elsewhere", DieType.HOME)
        self.good_die: DieType | None = None
        self._proposed: ScoreEntryPlayer | None = None
        self.shows_result = False
        self._fresh = True

    # --- what there is ---------------------------------------------------------------------------

    @property
    def players(self) -> tuple[ScoreEntryPlayer, ...]:
        """The entered players."""
        return self._steps.players

    @property
    def chosen(self) -> int:
        """Index of the player being entered."""
        return self._steps.chosen

    @property
    def player(self) -> ScoreEntryPlayer:
        """The player being entered."""
        return self.players[self.chosen]

    def points(self, index: int) -> int:
        """Return a player's points from the values entered so far."""
        return score_entry.points_so_far(self.players[index], self._ui.tiles.catalog)

    def findings(self) -> tuple[ScoreEntryFinding, ...]:
        """Return missing or impossible values, then unlikely ones."""
        return score_entry.findings(self.players, self._ui.tiles.catalog)

    def say(self, finding: ScoreEntryFinding) -> str:
        """Return a finding as text, with the names of its tiles and dice."""
        words = {
            key: self._ui.tiles.name(str(value))
            for key, value in finding.params.items()
            if key in ("tile", "side")
        }
        if "die" in finding.params:
            words["die"] = self._ui.words.die(DieType(finding.params["die"]))
        translate = self._ui.translate
        sentence = translate.message(finding, **words)
        hint = translate.hint(finding, **words)
        return f"{sentence} {hint}".strip()

    def result(self) -> FinalScore | None:
        """Return the score, or None if it cannot be calculated."""
        if any(finding.blocking for finding in self.findings()):
            return None
        return score_entry.result(self.players, self._ui.tiles.catalog)

    def needs_dice(self, index: int) -> bool:
        """Return whether a bonus of the player counts dice."""
        return bool(score_entry.dice_needed_by(self.players[index], self._ui.tiles.catalog))

    def owner_of(self, side: Side) -> int | None:
        """Return the index of the player who has this side or its back; None if nobody has."""
        tile = self._ui.tiles.catalog.tile_by_side[side.key]
        keys = {tile.development.key, tile.world.key}
        found = (i for i, player in enumerate(self.players) if keys & set(player.tiles))
        return next(found, None)

    def own_tiles(self) -> tuple[Side, ...]:
        """Return the sides that the player has built, the newest first."""
        catalog = self._ui.tiles.catalog
        return tuple(catalog.sides[key] for key in reversed(self.player.tiles))

    def good_worlds(self) -> tuple[tuple[World, tuple[DieType, ...]], ...]:
        """Return every world of the player that holds goods, with its goods."""
        return score_entry_dice.good_worlds(self.player, self._ui.tiles.catalog)

    # --- lifecycle -------------------------------------------------------------------------------

    def enter(self) -> None:
        """Reset if nothing is entered, or if another game has ended and the entry is saved.

        An unsaved entry is kept.
        """
        ended = self._ui.step is Step.OVER and self._ui.update.game_id != self.files.game_id
        if not self.players or (ended and self.files.saved):
            self.begin()

    def begin(self) -> None:
        """Reset the entry and prefill it from the ended game."""
        self._open_pages()
        view = self._ui.view
        if view is not None and view.seats and self._ui.step is Step.OVER:
            self.files.begin(self._ui.update.game_id or "")
            players = tuple(player_of_game(seat) for seat in view.seats)
        else:
            self.files.begin()
            names = self._ui.settings.player_names[:MOST_PLAYERS]
            count = max(2, len(names)) if names else _USUAL_PLAYERS
            players = tuple(
                ScoreEntryPlayer(names[i] if i < len(names) else self._default_name(i))
                for i in range(count)
            )
        self._steps.begin(players)
        self._go_on()

    def load(self, game_id: str, players: tuple[ScoreEntryPlayer, ...], played_at: str) -> None:
        """Open a saved or imported position for correction."""
        self._open_pages()
        self._steps.begin(players)
        self.files.go_on(game_id, played_at)
        self.shows_result = True

    # --- players ---------------------------------------------------------------------------------

    def choose(self, index: int) -> None:
        """Select another player; opens the first page with missing values."""
        self._steps.choose(index)
        self._fresh = True
        if not self.shows_result:
            self._go_on()

    def add_player(self) -> None:
        """Add a player and select it."""
        if len(self.players) >= MOST_PLAYERS:
            return
        fresh = ScoreEntryPlayer(self._free_name())
        self._change((*self.players, fresh), chosen=len(self.players))
        self.open(EntryPage.FACTION)

    def remove_player(self, index: int) -> None:
        """Remove a player unless it is the only one."""
        if len(self.players) > 1:
            left = (*self.players[:index], *self.players[index + 1 :])
            self._change(left, chosen=max(0, index - 1))

    def rename(self, index: int, name: str) -> None:
        """Rename a player; an empty name is ignored."""
        clean = clean_name(name)[:_LONGEST_NAME]
        if clean:
            self._set(index, replace(self.players[index], name=clean))

    def known_names(self) -> tuple[str, ...]:
        """Return the names from settings and earlier score entries that are not in use."""
        names = [*self._ui.settings.player_names]
        for kept in self._ui.settings.services.archive.score_entries():
            rows = kept.document.get("players", ())
            names += [str(row.get("name", "")) for row in rows if isinstance(row, dict)]
        used = {player.name for player in self.players}
        return tuple(dict.fromkeys(name for name in names if name and name not in used))

    # --- entry -----------------------------------------------------------------------------------

    def open(self, page: EntryPage) -> None:
        """Open a page; if a bonus counts dice, the dice page is prefilled with the likely dice."""
        self.page = page
        self.shows_result = False
        self._fresh = True
        if page is EntryPage.DICE and self.needs_dice(self.chosen) and not self.player.dice_entered:
            self.take_likely_dice()

    def enter_player(self, player: ScoreEntryPlayer) -> None:
        """Replace the selected player, e.g. by a camera reading, as one undoable step."""
        self._set(self.chosen, player)
        self._go_on()

    def choose_faction(self, number: int) -> None:
        """Set the player's faction; the same one again clears it."""
        fresh = None if self.player.faction == number else number
        self._set(self.chosen, replace(self.player, faction=fresh))
        if fresh is not None:
            self._go_on()

    def choose_home(self, key: str) -> None:
        """Set the player's home world; the same one again clears it."""
        fresh = None if self.player.home_world == key else key
        self._set(self.chosen, self.player.with_home_world(fresh))
        if fresh is not None:
            self._go_on()

    def digit(self, number: int) -> None:
        """Handle a digit key for VP chips or dice; the first digit replaces the old number."""
        old = 0 if self._fresh else self._number()
        self._set_number(old * 10 + number)
        self._fresh = False

    def erase(self) -> None:
        """Delete the last digit."""
        self._set_number(self._number() // 10)
        self._fresh = False

    def step(self, delta: int) -> None:
        """Increment or decrement the number."""
        self._set_number(self._number() + delta)
        self._fresh = True

    def choose_credits(self, count: int) -> None:
        """Set the player's credits and continue with the tiles."""
        self._set(self.chosen, replace(self.player, credits=count))
        if self.player.vp_chips is not None:
            self._go_on()

    def toggle_tile(self, key: str) -> int | None:
        """Add or remove a side; if another player has the tile, return that player's index."""
        if key in self.player.tiles:
            self._set(self.chosen, self.player.without_tile(key))
            return None
        side = self._ui.tiles.catalog.sides[key]
        owner = self.owner_of(side)
        if owner is None:
            self._set(self.chosen, self.player.with_tile(key))
        return owner

    def choose_cell(self, cell: DiceCell) -> None:
        """Select the number of dice that the keypad changes."""
        self.cell = cell
        self._fresh = True

    def take_likely_dice(self) -> None:
        """Enter the dice from set-up and tiles, less those entered as goods."""
        likely = score_entry_dice.with_likely_dice(self.player, self._ui.tiles.catalog)
        self._set(self.chosen, likely)
        self._proposed = likely
        self._fresh = True

    def one_more(self, die: DieType) -> None:
        """Add a die of a kind to those outside the cup."""
        self.cell = DiceCell("elsewhere", die)
        self._set_number(self._number() + 1)
        self._fresh = True

    def choose_good_die(self, die: DieType | None) -> None:
        """Set the kind of die for the next good."""
        self.good_die = die

    def tap_world(self, key: str) -> None:
        """Fill an empty world with goods, or remove one good from another world."""
        catalog = self._ui.tiles.catalog
        tapped = score_entry_dice.with_tapped_world(self.player, key, self.good_die, catalog)
        if self.player == self._proposed:  # the good is one of the likely dice
            tapped = self._proposed = score_entry_dice.with_likely_dice(tapped, catalog)
        self._set(self.chosen, tapped)

    # --- saving ----------------------------------------------------------------------------------

    @property
    def asks_date(self) -> bool:
        """Whether the main button would save a result whose date is unknown."""
        missing = any(finding.blocking for finding in self.findings())
        return self.shows_result and not missing and not self.files.saved and self.files.asks_date

    def save_dated(self, day: str) -> None:
        """Save the result with the date of the game, ISO 8601; empty if nobody knows it."""
        self.files.set_date(day)
        self.save()

    def save(self) -> None:
        """Save the result in the history."""
        self.files.save(self.players)

    def export(self) -> None:
        """Export the position as a score file."""
        self.files.export(self.players)

    def import_file(self, name: str) -> None:
        """Import a score file; the previous entry can be restored with undo."""
        players = self.files.import_file(name, self._ui.tiles.catalog)
        if players is not None:
            self._change(players, chosen=0)
            self.shows_result = True

    def as_game(self) -> PastGame | None:
        """Return the result as a past game, for the BG Stats QR code."""
        return self.files.as_game(self.players, self._ui.tiles.catalog)

    # --- the frame -------------------------------------------------------------------------------

    def frame(self) -> SideFrame:
        """Return the title, the first finding and the main button."""
        translate = self._ui.translate
        found = self.findings()
        blocked = any(finding.blocking for finding in found)
        files = self.files
        if files.where:
            status = translate("Saved: %(where)s", where=files.where)
        elif self.shows_result and files.saved:
            status = translate("Saved in the history.")
        elif (
            self.page is EntryPage.DICE and self.player == self._proposed and not self.shows_result
        ):
            status = translate("The dice are set from the tiles: change what differs.")
        elif found:
            status = self.say(found[0])
        else:
            status = translate("Everything is there.")
        if blocked:
            text = translate("What is missing")
        elif not self.shows_result:
            text = translate("Result")
        else:
            text = translate("New score") if files.saved else translate("Save")
        return SideFrame(
            title=translate("Final score"),
            status=status,
            status_icon="doubt" if found and not files.saved else "check",
            primary_text=text,
            can_undo=self._steps.can_undo,
            can_redo=self._steps.can_redo,
        )

    def primary(self) -> None:
        """Go to a missing value, show the result, save it, or start a new entry."""
        blocking = [finding for finding in self.findings() if finding.blocking]
        if blocking:
            first = blocking[0]
            if first.player is not None:
                self._steps.choose(first.player)
            self.open(page_of(first, self.page))
        elif not self.shows_result:
            self.shows_result = True
        elif not self.files.saved:
            self.save()
        else:
            self.begin()

    def undo(self) -> None:
        """Undo the last change."""
        if self._steps.undo():
            self.files.changed()

    def redo(self) -> None:
        """Redo the last undone change."""
        if self._steps.redo():
            self.files.changed()

    # --- internals -------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Open the chosen player's next page with missing values, then the tiles."""
        wanted = page_with_a_gap(self.player, self.page)
        if wanted is not self.page:
            self.open(wanted)

    def _number(self) -> int:
        if self.page is EntryPage.DICE:
            return self.player.count(self.cell.place, self.cell.die)
        return self.player.vp_chips or 0

    def _set_number(self, number: int) -> None:
        if self.page is EntryPage.DICE:
            count = min(MOST_DICE, max(0, number))
            changed = self.player.with_dice(self.cell.place, self.cell.die, count)
        else:
            changed = replace(self.player, vp_chips=min(MOST_CHIPS, max(0, number)))
        self._set(self.chosen, changed)

    def _set(self, index: int, player: ScoreEntryPlayer) -> None:
        players = (*self.players[:index], player, *self.players[index + 1 :])
        self._change(players, chosen=self.chosen)

    def _change(self, players: tuple[ScoreEntryPlayer, ...], *, chosen: int) -> None:
        self._steps.change(players, chosen=chosen)
        self.files.changed()

    def _default_name(self, index: int) -> str:
        return self._ui.translate("Player %(number)s", number=index + 1)

    def _free_name(self) -> str:
        used = {player.name for player in self.players}
        known = [name for name in self._ui.settings.player_names if name not in used]
        if known:
            return known[0]
        numbered = (self._default_name(i) for i in range(len(self.players), 2 * MOST_PLAYERS))
        return next(name for name in numbered if name not in used)
