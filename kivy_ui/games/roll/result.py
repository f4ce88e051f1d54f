"""Result of a game: ranking, chart, origin of the points, awards, and sharing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Final

from companion.errors import CompanionError
from companion.games.roll.model.tiles import Side
from companion.history.awards import Award, AwardKind
from companion.history.export import history_csv
from companion.history.records import PastGame, PastPlayer, ScoreShare, ShareKind
from companion.i18n import N_, Translator
from companion.session.table_port import Picture
from kivy_ui.common.player_group import COLOURS
from kivy_ui.games.roll.context import RollContext

_AWARDS: Final = MappingProxyType(
    {
        AwardKind.DICE_LUCK: ("wild", N_("Luckiest dice")),
        AwardKind.SHIPPED: ("ship", N_("Most goods shipped")),
        AwardKind.WAITED: ("waiting", N_("Most patient")),
        AwardKind.BUILT: ("tile", N_("Most tiles built")),
        AwardKind.SCOUTED: ("explore", N_("Most tiles scouted")),
        AwardKind.BEST_ROUND: ("chip", N_("Best round")),
    }
)
"""Icon and title of each award."""


class ResultTab(Enum):
    """A page of the result."""

    RANKING = "ranking"
    POINTS = "points"
    AWARDS = "awards"
    PICTURE = "picture"
    SHARE = "share"


@dataclass(frozen=True, slots=True)
class RankLine:
    """A player in the final ranking.

    Attributes:
        points: all points, or VP chips if only these are known.
        parts: icons with numbers: components of the points, or other counts.
    """

    seat: int
    name: str
    colour: str
    rank: str
    winner: bool
    points: str
    parts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PointsCurve:
    """A player's points after each round."""

    number: int
    name: str
    colour: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a player's points; *side* is the tile that scores it, if any."""

    kind: ShareKind
    vp: int
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class PointsBar:
    """A player's stacked bar of points, from chips to bonuses."""

    number: int
    name: str
    colour: str
    total: int
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class AwardCard:
    """Texts and icon of an award."""

    icon: str
    title: str
    who: str
    value: str


@dataclass(frozen=True, slots=True)
class ResultModel:
    """Content of the result pages.

    Attributes:
        caption: what the curves count.
        picture: of the table at the end.
        game: record that can be shared; None if it is not known.
    """

    headline: str
    note: str
    ranks: tuple[RankLine, ...]
    curves: tuple[PointsCurve, ...] = ()
    caption: str = ""
    bars: tuple[PointsBar, ...] = ()
    awards: tuple[AwardCard, ...] = ()
    picture: Picture | None = None
    game: PastGame | None = None

    @property
    def tabs(self) -> tuple[ResultTab, ...]:
        """The pages that are not empty."""
        shown = {
            ResultTab.RANKING: True,
            ResultTab.POINTS: bool(self.bars),
            ResultTab.AWARDS: bool(self.awards),
            ResultTab.PICTURE: self.picture is not None,
            ResultTab.SHARE: self.game is not None,
        }
        return tuple(tab for tab, has in shown.items() if has)


class ResultPresenter:
    """Presenter of the result pages.

    Args:
        ui: context of the presenters.
        model: returns the current content.

    Attributes:
        where: the last file written.
        error: why writing failed.
    """

    def __init__(self, ui: RollContext, model: Callable[[], ResultModel]) -> None:
        self._ui = ui
        self.model = model
        self._tab = ResultTab.RANKING
        self.where = ""
        self.error: CompanionError | None = None

    def tab(self) -> ResultTab:
        """Return the current page."""
        return self._tab if self._tab in self.model().tabs else ResultTab.RANKING

    def open(self, tab: ResultTab) -> None:
        """Show a page."""
        self._tab, self.where = tab, ""

    def words(self) -> dict[ResultTab, tuple[str, str]]:
        """Return the icon and title of each page."""
        translate = self._ui.translate
        return {
            ResultTab.RANKING: ("crown", translate("Result")),
            ResultTab.POINTS: ("chart", translate("Points")),
            ResultTab.AWARDS: ("star", translate("Awards")),
            ResultTab.PICTURE: ("camera", translate("Table")),
            ResultTab.SHARE: ("qr", translate("Share")),
        }

    def write_csv(self) -> None:
        """Export the game as CSV for a spreadsheet."""
        game = self.model().game
        if game is not None:
            self._write(f"{file_name(game)}.csv", history_csv((game,)))

    def write_picture(self, png: bytes) -> None:
        """Export the picture of the result."""
        game = self.model().game
        if game is not None:
            self._write(f"{file_name(game)}.png", png)

    def _write(self, name: str, content: bytes) -> None:
        self.where, self.error = "", None
        try:
            self.where = self._ui.settings.services.exchange.write(name, content)
        except CompanionError as error:
            self.error = error


def file_name(game: PastGame) -> str:
    """Return a file name for exports of a game: its start time to the minute, else its id."""
    began = game.started_at[:16].replace(":", "").replace("T", "-")
    return f"result-{began or game.game_id}"


def victory(translate: Translator, winners: tuple[str, ...], *, tied: bool) -> str:
    """Return a sentence with the winners; *tied*: several players have the most points."""
    if len(winners) > 1:
        return translate("%(who)s win together", who=translate.list_of(winners))
    if tied:
        return translate("%(name)s wins by the tie-break", name=winners[0])
    return translate("%(who)s wins", who=winners[0])


def lengths(translate: Translator, game: PastGame) -> tuple[str, ...]:
    """Return a game's rounds and duration, as far as they are known."""
    found = []
    if game.rounds:
        found.append(translate.plural("%(count)s round", "%(count)s rounds", game.rounds))
    if game.minutes is not None:
        found.append(translate("%(minutes)s min", minutes=game.minutes))
    return tuple(found)


def past_result(ui: RollContext, game: PastGame) -> ResultModel:
    """Return the result of a past game."""
    translate = ui.translate
    began = game.started_at[:16].replace("T", " ") or translate("date unknown")
    facts = (began, *lengths(translate, game))
    totals = [player.total for player in game.players]
    if game.winners:
        headline = victory(
            translate,
            game.winners,
            tied=totals.count(max(totals, key=lambda total: total or 0)) > 1,
        )
    else:
        headline = translate("The game is over") if game.over else translate("unfinished")
    ranks = tuple(
        RankLine(
            *_seat(index, player),
            rank=f"{player.rank}." if player.rank is not None else "",
            winner=player.rank == 1,
            points=str(player.total if player.total is not None else player.vp_chips),
        )
        for index, player in _by_rank(game)
    )
    return with_game(ui, ResultModel(headline, " · ".join(facts), ranks), game)


def with_game(ui: RollContext, model: ResultModel, game: PastGame) -> ResultModel:
    """Return *model* with the data of the game's record."""
    translate = ui.translate
    by_round = game.points_by_round or game.vp_by_round
    caption = (
        translate("All points after each round")
        if game.points_by_round
        else translate("VP chips after each round")
    )
    values = zip(*by_round, strict=True) if len(by_round) > 1 else ()
    curves = tuple(
        PointsCurve(*_seat(index, game.players[index]), each) for index, each in enumerate(values)
    )
    bars = tuple(
        PointsBar(
            *_seat(index, player),
            player.total or 0,
            tuple(_segment(ui, share) for share in player.shares),
        )
        for index, player in _by_rank(game)
        if player.shares
    )
    cards = tuple(_card(translate, game, award) for award in game.awards)
    return replace(model, curves=curves, caption=caption, bars=bars, awards=cards, game=game)


def _by_rank(game: PastGame) -> list[tuple[int, PastPlayer]]:
    return sorted(enumerate(game.players), key=lambda each: each[1].rank or len(game.players))


def _seat(index: int, player: PastPlayer) -> tuple[int, str, str]:
    """Return number, name and colour; players without a seat are numbered in their order."""
    return player.seat or index + 1, player.name, player.colour or COLOURS[index]


def _segment(ui: RollContext, share: ScoreShare) -> Segment:
    side = ui.tiles.side(share.key) if share.key else None
    return Segment(share.kind, share.vp, side)


def _card(translate: Translator, game: PastGame, award: Award) -> AwardCard:
    icon, title = _AWARDS[award.kind]
    names = [game.players[index].name for index in award.players]
    value = _value(translate, award)
    return AwardCard(icon, translate(title), translate.list_of(tuple(names)), value)


def _value(translate: Translator, award: Award) -> str:
    count = round(award.value)
    match award.kind:
        case AwardKind.DICE_LUCK:
            return translate("wilds above average: %(count)s", count=f"{award.value:+.1f}")
        case AwardKind.SHIPPED:
            return translate.plural("%(count)s good", "%(count)s goods", count)
        case AwardKind.WAITED:
            minutes, seconds = divmod(count, 60)
            return translate(
                "waited %(minutes)s:%(seconds)s min", minutes=minutes, seconds=f"{seconds:02}"
            )
        case AwardKind.BUILT:
            return translate.plural("%(count)s tile", "%(count)s tiles", count)
        case AwardKind.SCOUTED:
            return translate.plural("scouted once", "scouted %(count)s times", count)
        case AwardKind.BEST_ROUND:
            return translate("%(count)s VP in chips", count=count)
