"""The history: past games, one of them with its players, and the records of everybody."""

import json
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from companion.catalog.roll_loader import load_roll_catalog
from companion.history.archive import known_entry, past_games
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
from kivy_ui.common.page_source import Said, Visit
from kivy_ui.common.player_group import past_seat
from kivy_ui.common.stacked_pages import StackedPages, do
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.listing import List, Row, remark
from kivy_ui.pages.page import Chip, Main, Page, Picture, Sheet, Side

ScoreEntry: TypeAlias = Callable[[str, tuple[ScoreEntryPlayer, ...], str], None]
"""Opens the entry of a score: game, what is known of the players, when it began."""

_ALL: Final = ""


class HistoryPages(StackedPages):
    """The pages of the history. Games are read on a background thread."""

    def __init__(self, ui: UiContext, count: ScoreEntry) -> None:
        super().__init__(ui)
        self._count = count
        self._read = BackgroundTask[tuple[PastGame, ...]]("history", ())
        self._kind = _ALL

    @property
    def live(self) -> bool:
        return self._read.busy or self._read.arrived()

    def enter(self) -> None:
        """Read the games again; the game that was shown stays open."""
        shown = self.game()
        super().enter()
        if shown is not None:
            self.open(self._one, shown.game_id)
        services = self.ui.settings.services
        self._read.start(
            lambda: past_games(services.archive, load_roll_catalog(), services.rules), object()
        )

    def game(self) -> PastGame | None:
        return next(
            (game for game in self._read.result if self.shows(self._one, game.game_id)), None
        )

    @property
    def _kinds(self) -> tuple[str, ...]:
        return kinds(self._read.result)

    @property
    def _games(self) -> tuple[PastGame, ...]:
        """The past games of the chosen box, newest first."""
        return of_kind(self._read.result, self._kind) if self._kind else self._read.result

    # --- the list --------------------------------------------------------------------------------

    def first(self) -> Page:
        translate, games = self.translate, self._games
        records = Side(do(self.open, self._players), translate("Statistics"), "chart")
        return Page(
            translate.plural("%(count)s game", "%(count)s games", len(games)),
            self._name_of(self._kind) if self._kind else translate("History"),
            List(tuple(map(self._row, games)) or (self._nothing(),)),
            chips=self._filter(),
            side=(records,) if games else (),
        )

    def _filter(self) -> tuple[Chip, ...]:
        return (Chip(icon="swap", key=do(self._next_kind)),) if len(self._kinds) > 1 else ()

    def _next_kind(self) -> None:
        """Show the games of the next box only, after the last one those of all."""
        choices = (_ALL, *self._kinds)
        self._kind = choices[(choices.index(self._kind) + 1) % len(choices)]

    def _nothing(self) -> Row:
        translate = self.translate
        if self._read.busy:
            return remark("waiting", translate("Reading past games ..."))
        text = translate("Games appear here once they were played or entered.")
        return remark("info", translate("No game yet."), text)

    def _row(self, game: PastGame) -> Row:
        return Row(
            do(self.open, self._one, game.game_id),
            self._end(game),
            (self.ui.settings.games.picture(game.kind),),
            self._name_of(game.kind),
            tuple(_figures(game)),
            day(self.translate, game.started_at),
        )

    def _end(self, game: PastGame) -> str:
        translate = self.translate
        if not game.over:
            return translate("Unfinished")
        if not game.scored:
            return translate("Not scored yet")
        won = tuple(self._name(player) for player in game.players if player.rank == 1)
        if not game.winners or not won:
            return translate("Everybody lost")
        return translate("Winner: %(who)s", who=translate.list_of(won))

    def _name(self, player: PastPlayer) -> str:
        return self.translate("Robot") if player.robot else player.name

    def _name_of(self, kind: str) -> str:
        return self.translate(self.ui.settings.games.name(kind))

    # --- one game --------------------------------------------------------------------------------

    def _one(self, game_id: str) -> Page | None:
        """Return the players of a game, with what can be done about it."""
        translate = self.translate
        game = next((game for game in self._read.result if game.game_id == game_id), None)
        if game is None:
            return None
        side = []
        if game.kind == ROLL and game.scored:
            side.append(Side(do(self._enter_score, game), translate("Change"), "pencil"))
        if game.source is not Source.TRACKED:
            delete = do(self.ask, self._deleting, game_id)
            side.append(Side(delete, translate("Delete"), "bin"))
        main = Main(translate("Result"), Visit("past_result"))
        if not game.scored:
            main = Main(translate("Count tiles"), do(self._enter_score, game))
        return Page(
            day(translate, game.started_at),
            self._end(game),
            List(tuple(self._player(game, index) for index in game.ranking)),
            side=tuple(side),
            main=main if game.scored or game.kind == ROLL else None,
        )

    def _player(self, game: PastGame, index: int) -> Row:
        """Return a player with the total, and what there is beside it."""
        player = game.players[index]
        texts, translate = self.ui.settings.games[game.kind].figures, self.translate
        text = ", ".join(f"{translate(texts.get(key, key))} {n}" for key, n in player.figures)
        if game.kind == ROLL:
            chips = translate("%(count)s VP in chips", count=player.vp_chips)
            text = chips if player.tiles else ""
        badge = (_badge(game, index),)
        return Row(None, self._name(player), badge, text, value=_total(player))

    def _deleting(self, game_id: str) -> Sheet:
        lines = self.translate("The game leaves the history"), self.translate("and all averages.")
        return self.deleting(self.translate("Delete the score?"), lines, do(self._delete, game_id))

    def _delete(self, game_id: str) -> None:
        self.ui.settings.services.archive.drop(game_id)
        self.back()
        self.enter()

    def _enter_score(self, game: PastGame) -> None:
        self._count(game.game_id, self._known(game), game.started_at)

    def _known(self, game: PastGame) -> tuple[ScoreEntryPlayer, ...]:
        """Return what is known of the players: what was entered, else what the table counted."""
        entries = self.ui.settings.services.archive.score_entries()
        kept = next((each for each in entries if each.entry_id == game.game_id), None)
        if kept is not None:
            return players_of(dict(kept.document), load_roll_catalog())
        return tuple(map(known_entry, game.players))

    # --- records ---------------------------------------------------------------------------------

    def _players(self) -> Page:
        translate = self.translate
        rows = (*map(self._record, player_records(self._games)), *self._rivals())
        nobody = remark("info", translate("Nobody has a counted result yet."))
        return Page(
            self._name_of(self._kind) if self._kind else translate("All games"),
            translate("Statistics"),
            List(rows or (nobody,)),
            chips=self._filter(),
            main=Main(translate("Save as a table"), do(self._export), "export"),
        )

    def _record(self, record: PlayerRecord) -> Row:
        """Return a player's record; averages only within one box."""
        translate = self.translate
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
        ahead, swap = self.translate("Games in which each was ahead"), (Picture("symbol/swap"),)
        robots = {p.name: self._name(p) for g in self._games for p in g.players if p.robot}
        for pair in rivalries(self._games):
            names = (robots.get(name, name) for name in (pair.first, pair.second))
            points = f"{pair.first_ahead} : {pair.second_ahead}"
            yield Row(None, " – ".join(names), swap, ahead, value=points)

    def _export(self) -> Said:
        """Write all games into files; return where they are."""
        games, exchange = self._read.result, self.ui.settings.services.exchange
        text = json.dumps(history_document(games), ensure_ascii=False, indent=1)
        where = (
            exchange.write("history.json", text.encode()),
            exchange.write("history.csv", history_csv(games)),
        )
        return self.translate("Saved: %(where)s", where=", ".join(where)), ""


def _figures(game: PastGame) -> Iterator[Picture]:
    """Yield the badges of the players with their points, the winner first."""
    for index in game.ranking if game.scored else ():
        yield _badge(game, index, _total(game.players[index]))


def _total(player: PastPlayer) -> str:
    return "" if player.total is None else str(player.total)


def _badge(game: PastGame, index: int, text: str = "") -> Picture:
    if game.players[index].robot:
        return Picture("symbol/robot", text=text)
    return past_seat(game.players, index).badge(text)
