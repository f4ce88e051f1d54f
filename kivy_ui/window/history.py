"""The history: past games, one of them with its players, and the records of everybody."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from companion.catalog.roll_loader import load_roll_catalog
from companion.history.archive import past_games
from companion.history.export import history_csv, history_document
from companion.history.records import ROLL, PastGame, PastPlayer, Source
from companion.history.statistics import (
    PlayerRecord,
    kinds,
    of_kind,
    player_records,
    rivalries,
)
from companion.scorefile.score_entry import ScoreEntryPlayer, players_of
from kivy_ui.common.background_task import BackgroundTask
from kivy_ui.common.dates import day
from kivy_ui.common.numbers import decimal
from kivy_ui.common.page_source import Leave, Said, Visit
from kivy_ui.common.player_group import COLOURS
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.page import Chip, Main, Page, Picture, Sheet, Side

ScoreEntry: TypeAlias = Callable[[str, tuple[ScoreEntryPlayer, ...], str], None]
"""Opens the entry of a score: game, what is known of the players, when it began."""

_ALL: Final = ""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """Key: shows a past game; empty for the list."""

    game_id: str


@dataclass(frozen=True, slots=True)
class Records:
    """Key: shows the records of all players, or the list of games again."""

    shown: bool


@dataclass(frozen=True, slots=True)
class NextKind:
    """Key: shows the games of the next box only, after the last one those of all."""


@dataclass(frozen=True, slots=True)
class Export:
    """Key: writes all games into files."""


@dataclass(frozen=True, slots=True)
class Count:
    """Key: enters or changes the score of the game."""


@dataclass(frozen=True, slots=True)
class Delete:
    """Key: asks whether to delete the score; *sure* deletes it."""

    asks: bool = True
    sure: bool = False


class HistoryPages:
    """The pages of the history. Games are read on a background thread.

    Args:
        ui: the shared context.
        count: opens the entry of a score.
    """

    def __init__(self, ui: UiContext, count: ScoreEntry) -> None:
        self._ui = ui
        self._count = count
        self._read = BackgroundTask[tuple[PastGame, ...]]("history", ())
        self._kind = _ALL
        self._chosen = ""
        self._records = self._asks = False

    @property
    def live(self) -> bool:
        """Whether games are being read."""
        return self._read.busy or self._read.arrived()

    def enter(self) -> None:
        """Read the games again; the game that was shown stays open."""
        self._records = self._asks = False
        services = self._ui.settings.services
        self._read.start(
            lambda: past_games(services.archive, load_roll_catalog(), services.rules), object()
        )

    def wait(self, timeout_s: float = 10.0) -> None:
        """Wait until the games are read."""
        self._read.wait(timeout_s)

    def game(self) -> PastGame | None:
        """Return the past game that is shown."""
        return next((game for game in self._read.result if game.game_id == self._chosen), None)

    @property
    def _kinds(self) -> tuple[str, ...]:
        return kinds(self._read.result)

    @property
    def _games(self) -> tuple[PastGame, ...]:
        """The past games of the chosen box, newest first."""
        return of_kind(self._read.result, self._kind) if self._kind else self._read.result

    # --- pages -----------------------------------------------------------------------------------

    def page(self) -> Page:
        """Return the list, one game, or the records."""
        game = self.game()
        if game is not None:
            return self._one(game)
        return self._players() if self._records else self._all()

    def _all(self) -> Page:
        translate = self._ui.translate
        games = self._games
        records = Side(Records(shown=True), translate("Statistics"), "chart")
        return Page(
            translate.plural("%(count)s game", "%(count)s games", len(games)),
            self._name_of(self._kind) if self._kind else translate("History"),
            List(tuple(map(self._row, games)) or self._nothing()),
            chips=self._filter(),
            side=(records,) if games else (),
            back=Leave(),
            can_undo=False,
        )

    def _filter(self) -> tuple[Chip, ...]:
        return (Chip(icon="swap", key=NextKind()),) if len(self._kinds) > 1 else ()

    def _nothing(self) -> tuple[Row, ...]:
        translate = self._ui.translate
        if self._read.busy:
            return (Row(None, translate("Reading past games ..."), (Picture("symbol/waiting"),)),)
        text = translate("Games appear here once they were played or entered.")
        return (Row(None, translate("No game yet."), (Picture("symbol/info"),), text),)

    def _row(self, game: PastGame) -> Row:
        return Row(
            OpenGame(game.game_id),
            self._end(game),
            (Picture(self._ui.settings.games.piece(game.kind)),),
            self._name_of(game.kind),
            tuple(self._figures(game)),
            day(self._ui.translate, game.started_at),
        )

    def _figures(self, game: PastGame) -> Iterator[Picture]:
        """Yield the badges of the players with their points, the winner first."""
        if game.scored:
            for index, player in _ranked(game):
                yield _badge(index, player, "" if player.total is None else str(player.total))

    def _end(self, game: PastGame) -> str:
        translate = self._ui.translate
        if not game.over:
            return translate("Unfinished")
        if not game.scored:
            return translate("Not scored yet")
        won = tuple(self._name(player) for player in game.players if player.rank == 1)
        if not game.winners or not won:
            return translate("Everybody lost")
        return translate("Winner: %(who)s", who=translate.list_of(won))

    def _one(self, game: PastGame) -> Page:
        translate = self._ui.translate
        rows = tuple(
            Row(None, self._name(player), (_badge(index, player),), self._counted(game, player),
                value="" if player.total is None else str(player.total))
            for index, player in _ranked(game)
        )  # fmt: skip
        side = []
        if game.kind == ROLL and game.scored:
            side.append(Side(Count(), translate("Change"), "pencil"))
        if game.source is not Source.TRACKED:
            side.append(Side(Delete(), translate("Delete"), "bin"))
        main = Main(translate("Result"), Visit("past_result"))
        if not game.scored:
            main = Main(translate("Count tiles"), Count())
        return Page(
            day(translate, game.started_at),
            self._end(game),
            List(rows),
            side=tuple(side),
            main=main if game.scored or game.kind == ROLL else None,
            back=OpenGame(""),
            can_undo=False,
            sheet=self._sheet() if self._asks else None,
        )

    def _sheet(self) -> Sheet:
        translate = self._ui.translate
        return Sheet(
            Picture("symbol/bin"),
            translate("Delete the score?"),
            (
                translate("The game leaves the history"),
                translate("and all averages."),
            ),
            Main(translate("Keep it"), Delete(asks=False), "tick"),
            (Side(Delete(sure=True), translate("Delete"), "bin"),),
            dismiss=Delete(asks=False),
        )

    def _counted(self, game: PastGame, player: PastPlayer) -> str:
        """Return what a player had beside the total."""
        translate = self._ui.translate
        if game.kind == ROLL:
            return translate("%(count)s VP in chips", count=player.vp_chips)
        texts = self._ui.settings.games[game.kind].figures
        return ", ".join(f"{translate(texts.get(key, key))} {n}" for key, n in player.figures)

    def _players(self) -> Page:
        translate = self._ui.translate
        rows = [*map(self._record, player_records(self._games)), *self._rivals()]
        nobody = Row(None, translate("Nobody has a counted result yet."), (Picture("symbol/info"),))
        return Page(
            self._name_of(self._kind) if self._kind else translate("All games"),
            translate("Statistics"),
            List(tuple(rows) or (nobody,)),
            chips=self._filter(),
            main=Main(translate("Save as a table"), Export(), "export"),
            back=Records(shown=False),
            can_undo=False,
        )

    def _record(self, record: PlayerRecord) -> Row:
        """Return a player's record; averages only within one box."""
        translate = self._ui.translate
        text = translate("%(wins)s of %(games)s won", wins=record.wins, games=record.games)
        picture = Picture("symbol/crown" if record.wins else "symbol/people")
        if len(self._kinds) > 1 and not self._kind:
            return Row(None, record.name, (picture,), text)
        mean = decimal(translate.language, record.mean_total)
        text = f"{text} · {translate('%(mean)s points on average', mean=mean)}"
        best = translate("best %(total)s", total=record.best_total)
        return Row(None, record.name, (picture,), text, value=best)

    def _rivals(self) -> Iterator[Row]:
        """Yield how often each of two players was ahead of the other."""
        translate = self._ui.translate
        robots = {p.name: self._name(p) for g in self._games for p in g.players if p.robot}
        for pair in rivalries(self._games):
            names = (robots.get(name, name) for name in (pair.first, pair.second))
            yield Row(
                None,
                " – ".join(names),
                (Picture("symbol/swap"),),
                translate("Games in which each was ahead"),
                value=f"{pair.first_ahead} : {pair.second_ahead}",
            )

    def _name(self, player: PastPlayer) -> str:
        return self._ui.translate("Robot") if player.robot else player.name

    def _name_of(self, kind: str) -> str:
        return self._ui.translate(self._ui.settings.games.name(kind))

    # --- touches ---------------------------------------------------------------------------------

    def touch(self, key: Any) -> Said:
        """Show other games, or change, delete and write what is shown.

        Raises:
            CompanionError: a file could not be written.
        """
        game = self.game()
        match key:
            case OpenGame(game_id):
                self._chosen = game_id
            case Records(shown):
                self._records = shown
            case NextKind():
                choices = (_ALL, *self._kinds)
                self._kind = choices[(choices.index(self._kind) + 1) % len(choices)]
            case Export():
                return self._export()
            case Count() if game is not None:
                self._count(game.game_id, self._known(game), game.started_at)
            case Delete(asks, sure):
                self._asks = asks and not sure
                if sure and game is not None:
                    self._ui.settings.services.archive.drop(game.game_id)
                    self._chosen = ""
                    self.enter()
            case _:
                pass
        return None

    def _export(self) -> Said:
        games, exchange = self._read.result, self._ui.settings.services.exchange
        text = json.dumps(history_document(games), ensure_ascii=False, indent=1)
        where = (
            exchange.write("history.json", text.encode()),
            exchange.write("history.csv", history_csv(games)),
        )
        return self._ui.translate("Saved: %(where)s", where=", ".join(where)), ""

    def _known(self, game: PastGame) -> tuple[ScoreEntryPlayer, ...]:
        """Return what is known of the players: what was entered, else what the table counted."""
        entries = self._ui.settings.services.archive.score_entries()
        kept = next((each for each in entries if each.entry_id == game.game_id), None)
        if kept is not None:
            return players_of(dict(kept.document), load_roll_catalog())
        return tuple(
            ScoreEntryPlayer(
                name=player.name,
                vp_chips=player.vp_chips,
                credits=player.credits,
                faction=player.faction,
                home_world=player.home_world,
                tiles=player.built,
            )
            for player in game.players
        )

    def undo(self) -> None:
        """Do nothing: the history is read only."""

    def redo(self) -> None:
        """Do nothing."""


def _ranked(game: PastGame) -> list[tuple[int, PastPlayer]]:
    return sorted(enumerate(game.players), key=lambda each: each[1].rank or 0)


def _badge(index: int, player: PastPlayer, text: str = "") -> Picture:
    if player.robot:
        return Picture("symbol/robot", text=text)
    number = str(player.seat or index + 1)
    return Picture("seat", number=number, colour=player.colour or COLOURS[index], text=text)
