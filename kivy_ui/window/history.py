"""Presenter of the history: past games, records, dice statistics, camera accuracy."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import Enum

from companion.catalog.roll_loader import load_roll_catalog
from companion.errors import CompanionError
from companion.history.archive import past_games
from companion.history.export import history_csv, history_document
from companion.history.luck import DieLuck, dice_luck
from companion.history.records import ROLL, PastGame, PastPlayer, Source
from companion.history.statistics import (
    PlayerRecord,
    StartRecord,
    camera_record,
    faction_records,
    home_records,
    kinds,
    of_kind,
    player_records,
    rivalries,
    table_record,
)
from companion.scorefile.score_entry import ScoreEntryPlayer, players_of
from kivy_ui.common.background_task import BackgroundTask
from kivy_ui.common.dates import day
from kivy_ui.common.player_group import COLOURS
from kivy_ui.common.side_frame import SideFrame
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.roll.result import lengths, victory
from kivy_ui.games.roll.tiles.localised_tiles import LocalisedTiles

_SURELY_UNEVEN = 0.01
"""Below this p-value users are told that the dice results are unlikely to be chance."""


class HistoryTab(Enum):
    """Tabs of the history."""

    GAMES = "games"
    PLAYERS = "players"
    STARTS = "starts"
    DICE = "dice"
    CAMERA = "camera"


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A row of a list.

    Attributes:
        icon: icon at the start.
        seat: seat number and colour key of a player, shown at the start instead of an icon.
        rank: rank among the players.
        share: 0..1, length of a bar below; None for no bar.
        tone: meaning of the value: ``good``, ``doubt``, ``bad``, or empty.
        count: the value as a number, for a chart.
        heading: whether the row is the heading of the others.
    """

    key: str
    title: str
    note: str
    value: str = ""
    icon: str = ""
    seat: tuple[str, str] | None = None
    rank: str = ""
    share: float | None = None
    tone: str = ""
    count: int = 0
    heading: bool = False


class HistoryPresenter:
    """Presenter of the history screen. Games are loaded on a background thread.

    Attributes:
        tab: the selected tab.
        kind: key of the game whose history is shown; None for all games.
        chosen: id of the past game whose details are shown.
        error: the newest error.
        where: paths of the files written last.
    """

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self._read = BackgroundTask[tuple[PastGame, ...]]("history", ())
        self.tab = HistoryTab.GAMES
        self.kind: str | None = None
        self.chosen = ""
        self.error: CompanionError | None = None
        self.where = ""

    def enter(self) -> None:
        """Load the games again."""
        self.where = ""
        self.reload()

    def reload(self) -> None:
        """Load the games on a background thread."""
        services = self._ui.settings.services
        self._read.start(
            lambda: past_games(services.archive, load_roll_catalog(), services.rules), object()
        )

    def arrived(self) -> bool:
        """Return whether games were loaded since the last call."""
        return self._read.arrived()

    def wait(self, timeout_s: float = 10.0) -> None:
        """Wait until the games are loaded."""
        self._read.wait(timeout_s)

    @property
    def busy(self) -> bool:
        """Whether games are being loaded."""
        return self._read.busy

    @property
    def _games(self) -> tuple[PastGame, ...]:
        return self._read.result

    @property
    def games(self) -> tuple[PastGame, ...]:
        """The shown past games, newest first."""
        return self._games if self.kind is None else of_kind(self._games, self.kind)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Keys of the games that were played."""
        return kinds(self._games)

    def next_kind(self) -> None:
        """Select the next game, and after the last one all games."""
        choices = (None, *self.kinds)
        place = choices.index(self.kind) if self.kind in choices else 0
        self.kind = choices[(place + 1) % len(choices)]
        if self.tab not in self.tabs:
            self.tab = HistoryTab.GAMES

    def kind_words(self) -> str:
        """Return which games are shown; empty if only one was ever played."""
        translate = self._ui.translate
        if len(self.kinds) < 2:
            return ""
        return translate("All games") if self.kind is None else self._title(self.kind)

    @property
    def tabs(self) -> tuple[HistoryTab, ...]:
        """The available tabs: dice and camera statistics exist for Roll for the Galaxy only."""
        if self._only_kind in (None, ROLL):
            return tuple(HistoryTab)
        return HistoryTab.GAMES, HistoryTab.PLAYERS

    @property
    def _only_kind(self) -> str | None:
        """Key of the game, if all shown past games are of the same; None if mixed or empty."""
        return self.kinds[0] if len(self.kinds) == 1 else self.kind

    def game(self) -> PastGame | None:
        """Return the past game whose details are shown: the chosen one, else the newest."""
        found = (game for game in self.games if game.game_id == self.chosen)
        return next(found, None) or next(iter(self.games), None)

    def open_tab(self, tab: HistoryTab) -> None:
        """Select a tab."""
        self.tab = tab

    def choose(self, game_id: str) -> None:
        """Select a past game."""
        self.chosen = game_id

    # --- lines -----------------------------------------------------------------------------------

    def game_lines(self) -> tuple[HistoryLine, ...]:
        """Return a row for each past game."""
        return tuple(
            HistoryLine(
                key=game.game_id,
                title=day(self._ui.translate, game.started_at),
                note=self._who(game),
                value=self._result(game),
                icon="crown" if game.winners else "pencil" if game.over else "waiting",
                tone="" if game.winners else "doubt",
            )
            for game in self.games
        )

    def details(self, game: PastGame) -> tuple[HistoryLine, ...]:
        """Return a summary of a past game, then its players, the winner first."""
        translate = self._ui.translate
        facts = [game.started_at[11:16], *lengths(translate, game)]
        if not game.over:
            facts.append(translate("unfinished"))
        if game.source is not Source.TRACKED:
            facts.append(translate("score entered by hand"))
        icon = "crown" if game.winners else "pencil" if game.over else "waiting"
        note = " · ".join(filter(None, facts))
        lines = [HistoryLine("", self._end(game), note, icon=icon, heading=True)]
        most = max((player.total or 0 for player in game.players), default=0)
        order = sorted(enumerate(game.players), key=lambda each: each[1].rank or 0)
        for index, player in order:
            seat = str(player.seat or index + 1), player.colour or COLOURS[index]
            lines.append(
                HistoryLine(
                    player.name,
                    self._name(player),
                    self._figures(game, player),
                    "" if player.total is None else str(player.total),
                    seat=seat,
                    rank=f"{player.rank}." if player.rank and game.scored else "",
                    share=None if player.total is None or not most else player.total / most,
                )
            )
        return tuple(lines)

    def _figures(self, game: PastGame, player: PastPlayer) -> str:
        """Return a player's additional figures beside the total."""
        translate = self._ui.translate
        if game.kind == ROLL:
            return translate("%(count)s VP in chips", count=player.vp_chips)
        texts = self._ui.settings.games[game.kind].figures
        return ", ".join(f"{translate(texts.get(key, key))} {n}" for key, n in player.figures)

    def player_lines(self) -> tuple[HistoryLine, ...]:
        """Return each player's record, then rivalries; averages only within one game."""
        records = player_records(self.games)
        best = max((record.mean_total for record in records), default=0.0)
        lines = [
            replace(self._record_line(record, best), seat=self._colour_of(record.name), icon="")
            for record in records
        ]
        translate = self._ui.translate
        robots = {p.name: self._name(p) for g in self.games for p in g.players if p.robot}
        for pair in rivalries(self.games):
            first, second = (robots.get(name, name) for name in (pair.first, pair.second))
            lines.append(
                HistoryLine(
                    f"{pair.first}/{pair.second}",
                    f"{first} – {second}",
                    translate("games in which each was ahead; %(draws)s drawn", draws=pair.draws),
                    f"{pair.first_ahead} : {pair.second_ahead}",
                    icon="swap",
                )
            )
        table = table_record(self.games)
        if table.counted and self._only_kind is not None:
            note = translate(
                "average of winning total: %(total)s, rounds: %(rounds)s, minutes: %(minutes)s",
                total=self._known(table.mean_winning_total),
                rounds=self._known(table.mean_rounds),
                minutes=self._known(table.mean_minutes),
            )
            counted = translate("%(part)s of %(whole)s", part=table.counted, whole=len(self.games))
            lines.append(HistoryLine("*", translate("Scored games"), note, counted, icon="chart"))
        return tuple(lines)

    def _known(self, mean: float | None) -> str:
        return self._ui.translate("unknown") if mean is None else _mean(mean)

    def _colour_of(self, name: str) -> tuple[str, str]:
        """Return a player's initial and the colour key from the newest game."""
        places = (
            player.colour or COLOURS[index]
            for game in self.games
            for index, player in enumerate(game.players)
            if player.name == name
        )
        return name[:1].upper(), next(places, "")

    def _record_line(self, record: PlayerRecord, best: float) -> HistoryLine:
        """Return a player's record; the bar compares averages, if all games are of one kind."""
        translate = self._ui.translate
        if self._only_kind is None:
            note = translate(
                "%(wins)s of %(games)s won; choose a game to see averages",
                wins=record.wins,
                games=record.games,
            )
            return HistoryLine(
                record.name,
                record.name,
                note,
                str(record.wins),
                icon="crown" if record.wins else "people",
            )
        mean = _mean(record.mean_total)
        if self._only_kind == ROLL:
            note = translate(
                "%(wins)s of %(games)s won, %(mean)s VP on average, %(tiles)s tiles",
                wins=record.wins,
                games=record.games,
                mean=mean,
                tiles=_mean(record.mean_tiles),
            )
        else:
            note = translate(
                "%(wins)s of %(games)s won, %(mean)s points on average",
                wins=record.wins,
                games=record.games,
                mean=mean,
            )
        return HistoryLine(
            record.name,
            record.name,
            note,
            translate("best %(total)s", total=record.best_total),
            icon="crown" if record.wins else "people",
            share=record.mean_total / best if best else None,
        )

    def start_lines(self) -> tuple[HistoryLine, ...]:
        """Return results by faction and home world, the best average first within each."""
        tiles = LocalisedTiles(self._ui.language)
        factions, homes = faction_records(self.games), home_records(self.games)
        best = max((record.mean_total for record in (*factions, *homes)), default=0.0)
        lines = [
            self._start_line(record, tiles.faction(int(record.key)), "tile", best)
            for record in factions
        ]
        lines += [
            self._start_line(record, tiles.name(str(record.key)), "world/novelty", best)
            for record in homes
        ]
        return tuple(lines)

    def _start_line(self, record: StartRecord, name: str, icon: str, best: float) -> HistoryLine:
        note = self._ui.translate("%(wins)s of %(games)s won", wins=record.wins, games=record.games)
        mean = self._ui.translate("%(mean)s VP on average", mean=_mean(record.mean_total))
        share = record.mean_total / best if best else None
        return HistoryLine(str(record.key), name, note, mean, icon=icon, share=share)

    def luck(self) -> tuple[DieLuck, ...]:
        """Return roll statistics by die type."""
        return dice_luck(self.games)

    def verdict(self, luck: DieLuck) -> str:
        """Return the result of the chi-squared test of a die type as text."""
        translate = self._ui.translate
        if luck.chi_squared is None or luck.p_value is None:
            return translate("%(throws)s rolls: too few to judge", throws=luck.throws)
        figures = translate(
            "%(throws)s rolls, χ² = %(chi)s (%(degrees)s), p = %(p)s",
            throws=luck.throws,
            chi=f"{luck.chi_squared:.1f}",
            degrees=luck.degrees,
            p=f"{luck.p_value:.2f}",
        )
        if luck.p_value < _SURELY_UNEVEN:
            return f"{figures}: {translate('unlikely to be chance')}"
        return f"{figures}: {translate('as expected')}"

    def camera_lines(self) -> tuple[HistoryLine, ...]:
        """Return the camera's accuracy; empty if it never read any dice."""
        translate = self._ui.translate
        record = camera_record(self.games)
        if not record.read:
            return ()
        sure = record.read - record.doubtful - record.phantom
        right = sure - record.sure_wrong
        wrong = translate("%(count)s of them wrong", count=record.doubtful_wrong)
        counts = (
            ("good", "check", translate("Sure and right"), translate("nothing to do"), right),
            ("bad", "error", translate("Sure but corrected"), translate("the worst error"),
             record.sure_wrong),
            ("doubt", "doubt", translate("Asked about"), wrong, record.doubtful),
            ("", "plus", translate("Missed"), translate("added by hand"), record.missed),
            ("", "minus", translate("Not there"), translate("removed by hand"), record.phantom),
            ("", "arrow", translate("In another place"), translate("moved by hand"), record.moved),
        )  # fmt: skip
        whole = record.read
        return tuple(
            HistoryLine(
                title,
                title,
                note,
                translate("%(part)s of %(whole)s dice", part=count, whole=whole),
                icon=icon,
                share=min(1.0, count / whole) if whole else None,
                tone=tone,
                count=count,
            )
            for tone, icon, title, note, count in counts
        )

    def camera_share(self) -> str:
        """Return the share of the confident readings that were correct; empty without any."""
        record = camera_record(self.games)
        sure = record.read - record.doubtful - record.phantom
        return f"{100 * (sure - record.sure_wrong) / sure:.1f} %" if sure else ""

    # --- actions ---------------------------------------------------------------------------------

    def score(self) -> bool:
        """Prepare the chosen game for the final score screen; return whether that was possible."""
        game = self.game()
        if game is None or not self.can_count():
            return False
        score_entry = next(
            (
                kept
                for kept in self._ui.settings.services.archive.score_entries()
                if kept.entry_id == game.game_id
            ),
            None,
        )
        if score_entry is not None:
            players = players_of(dict(score_entry.document), load_roll_catalog())
        else:
            players = tuple(
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
        self.handed_over = (game.game_id, players, game.started_at)
        return True

    handed_over: tuple[str, tuple[ScoreEntryPlayer, ...], str] = ("", (), "")

    def can_count(self) -> bool:
        """Return whether the chosen game's tiles can be entered: Roll for the Galaxy only."""
        game = self.game()
        return game is not None and game.kind == ROLL

    def can_drop(self) -> bool:
        """Return whether the chosen game's score was entered by hand and can be deleted."""
        game = self.game()
        return game is not None and game.source is not Source.TRACKED

    def drop(self) -> None:
        """Delete the entered score of the chosen game."""
        game = self.game()
        if game is not None and self.can_drop():
            self._guarded(lambda: self._ui.settings.services.archive.drop(game.game_id))
            self.reload()

    def export(self) -> None:
        """Export all games as JSON and CSV."""
        exchange = self._ui.settings.services.exchange
        text = json.dumps(history_document(self._games), ensure_ascii=False, indent=1)

        def write() -> None:
            where = [
                exchange.write("history.json", text.encode()),
                exchange.write("history.csv", history_csv(self._games)),
            ]
            self.where = ", ".join(where)

        self._guarded(write)

    # --- window frame ----------------------------------------------------------------------------

    def frame(self) -> SideFrame:
        """Return the content of the window's frame: title, status and main button."""
        translate = self._ui.translate
        if self.busy:
            status = translate("Reading past games ...")
        elif self.where:
            status = translate("Saved: %(where)s", where=self.where)
        else:
            status = translate.plural("%(count)s game", "%(count)s games", len(self.games))
        return SideFrame(
            title=translate("History"),
            status=status,
            status_icon="waiting" if self.busy else "info",
            primary_text=self._next_step(),
        )

    def _next_step(self) -> str:
        """Return the text of the main button for the chosen game."""
        game, translate = self.game(), self._ui.translate
        if self.tab is not HistoryTab.GAMES or game is None:
            return ""
        return translate("Count tiles") if self.counts_next else translate("Result")

    @property
    def counts_next(self) -> bool:
        """Whether the chosen game's tiles must be counted before there is a result."""
        game = self.game()
        return game is not None and not game.scored and game.kind == ROLL

    def primary(self) -> None:
        """Do nothing: the screen opens the panel or the other screen."""

    def undo(self) -> None:
        """Do nothing: the history is read-only."""

    def redo(self) -> None:
        """Do nothing: the history is read-only."""

    # --- private ---------------------------------------------------------------------------------

    def _result(self, game: PastGame) -> str:
        if not game.over:
            return self._ui.translate("unfinished")
        if not game.scored:
            return self._ui.translate("not scored")
        if not game.winners:
            return self._ui.translate("everybody lost")
        best = max(player.total or 0 for player in game.players)
        won = (self._name(player) for player in game.players if player.rank == 1)
        return f"{', '.join(won)} {best}"

    def _end(self, game: PastGame) -> str:
        """Return how the game ended, as the heading of its result."""
        translate = self._ui.translate
        if not game.over:
            return translate("Unfinished")
        if not game.scored:
            return translate("Not scored yet")
        won = tuple(self._name(player) for player in game.players if player.rank == 1)
        if not game.winners or not won:
            return translate("Everybody lost")
        best = max(player.total or 0 for player in game.players)
        tied = sum(player.total == best for player in game.players) > 1
        return victory(translate, won, tied=tied)

    def _who(self, game: PastGame) -> str:
        """Return the players, preceded by the game if several games are shown."""
        names = ", ".join(self._name(player) for player in game.players)
        return names if self._only_kind is not None else f"{self._title(game.kind)}: {names}"

    def _name(self, player: PastPlayer) -> str:
        return self._ui.translate("Robot") if player.robot else player.name

    def _title(self, kind: str) -> str:
        name = next(
            (choice.name for choice in self._ui.settings.games.choices if choice.key == kind), kind
        )
        return self._ui.translate(name)

    def _guarded(self, action: object) -> None:
        self.error = None
        try:
            action()  # type: ignore[operator]
        except CompanionError as error:
            self.error = error


def _mean(value: float) -> str:
    """Return an average with one decimal, omitted if it is zero."""
    return f"{value:.1f}".removesuffix(".0")
