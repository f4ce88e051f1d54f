"""Pages of a game's result: who won, the course of the game, awards, sharing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Final

from companion.games.roll.model.state import TILES_AT_SETUP
from companion.games.roll.view.table_view import SeatView, TableView
from companion.history.awards import Award, AwardKind
from companion.history.bgstats import play_link, qr_rows
from companion.history.records import PastGame, PastPlayer, Source, shares_of
from companion.i18n import N_, Translator
from kivy_ui.common.numbers import signed_decimal
from kivy_ui.common.player_group import COLOURS
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.why import SOURCES, Scored, reasons, sources, tie_break
from kivy_ui.pages.page import Card, Cards, Chip, Main, Page, Picture, Seat, Side
from kivy_ui.pages.scores import Chart, Code, Curve, Pattern, Rank, Result, Why
from kivy_ui.pages.scores import Source as Origin

_AWARDS: Final = MappingProxyType(
    {
        AwardKind.DICE_LUCK: ("die/home/wild", N_("Luckiest dice")),
        AwardKind.SHIPPED: ("phase/ship/active", N_("Most goods shipped")),
        AwardKind.WAITED: ("symbol/waiting", N_("Most patient")),
        AwardKind.BUILT: ("tile", N_("Most tiles built")),
        AwardKind.SCOUTED: ("phase/explore/active", N_("Most tiles scouted")),
        AwardKind.BEST_ROUND: ("chip", N_("Best round")),
    }
)
"""Picture and title of each award."""


class Part(Enum):
    """What of a result is shown."""

    RESULT = "result"
    WHY = "why"
    COURSE = "course"
    CHANCES = "chances"
    TURNS = "turns"
    AWARDS = "awards"
    SHARE = "share"


@dataclass(frozen=True, slots=True)
class Look:
    """Key: shows a part of the result.

    Attributes:
        player: index of the player whose points are explained.
        source: of the points; None for the tie-break, or where no source was chosen.
    """

    part: Part = Part.RESULT
    player: int = 0
    source: Pattern | None = None


@dataclass(frozen=True, slots=True)
class WriteTable:
    """Key: exports the game for a spreadsheet."""


def game_of(ui: RollContext, view: TableView, game_id: str) -> PastGame:
    """Return the result of a game that has just ended, before its record has been read."""
    seats = sorted(view.seats, key=lambda seat: seat.seat)
    players = tuple(_player(ui, seat) for seat in seats)
    return PastGame(game_id, "", "", Source.TRACKED, players, rounds=view.round)


def _player(ui: RollContext, seat: SeatView) -> PastPlayer:
    """Return a player's result; where counters are kept by hand only the chips are known."""
    known = PastPlayer(
        seat.name,
        seat.vp_chips,
        seat.credits,
        seat.tiles,
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


def seat_of(players: Sequence[PastPlayer], index: int) -> Seat:
    """Return a player's seat; players without one are numbered in their order."""
    player = players[index]
    return Seat(player.seat or index + 1, player.name, player.colour or COLOURS[index])


def _by_rank(game: PastGame) -> list[int]:
    """Return the players' indices, the winner first; chips decide where nothing else is known."""
    players = game.players

    def place(index: int) -> tuple[int, int]:
        rank = players[index].rank
        return len(players) if rank is None else rank, -players[index].vp_chips

    return sorted(range(len(players)), key=place)


def headline(translate: Translator, game: PastGame) -> str:
    """Return who has won and how; where only chips were counted, who has most of them."""
    totals = [player.total or 0 for player in game.players]
    if game.winners:
        return victory(translate, game.winners, tied=totals.count(max(totals)) > 1)
    if not game.over:
        return translate("unfinished")
    if not game.players or game.scored:
        return translate("The game is over")
    most = max(player.vp_chips for player in game.players)
    who = tuple(player.name for player in game.players if player.vp_chips == most)
    return translate("Most VP chips: %(who)s", who=translate.list_of(who))


def result_page(ui: RollContext, game: PastGame, ended: Sequence[str], *, chances: bool) -> Page:
    """Return who has won and with which points.

    Args:
        ended: why the game is over.
        chances: whether the chances to win can be computed.
    """
    translate = ui.translate
    ranks = []
    for index in _by_rank(game):
        player = game.players[index]
        shares, first = sources(ui, player), player.rank == 1 and game.scored
        ranks.append(
            Rank(
                seat_of(game.players, index),
                player.vp_chips if player.total is None else player.total,
                shares,
                translate("wins") if first else "",
                Look(Part.WHY, index) if shares else None,
            )
        )
    course = Look(Part.COURSE if _curves(game) else Part.CHANCES)
    offered = (
        (game.scored, Look(Part.SHARE), translate("Share"), "qr"),
        (bool(_curves(game)) or chances, course, translate("Course"), "chart"),
        (bool(game.awards or ended), Look(Part.AWARDS), translate("Awards"), "star"),
    )
    side = tuple(Side(key, text, icon) for there, key, text, icon in offered if there)
    above = " \u00b7 ".join(lengths(translate, game)) or translate("Result")
    return Page(above, headline(translate, game), Result(tuple(ranks)), side=side)


def why_page(ui: RollContext, game: PastGame, scored: Scored, look: Look) -> Page:
    """Return where a player's points come from, for one source of them."""
    translate, player = ui.translate, scored.player
    shares = sources(ui, player)
    chosen = look.source or max(shares, key=lambda share: share.points).pattern
    seat = seat_of(game.players, look.player)
    listed = tuple(
        Origin(
            Look(Part.WHY, look.player, share.pattern),
            SOURCES[share.pattern][0],
            translate(SOURCES[share.pattern][1]),
            share.points,
            share.pattern is chosen,
        )
        for share in shares
    )
    lines = reasons(ui, scored, chosen)
    if chosen is Pattern.PLAIN and player.tiebreak is not None:
        lines = (*lines, tie_break(translate, scored))
    order = _by_rank(game)
    following = order[(order.index(look.player) + 1) % len(order)]
    points = next(share.points for share in shares if share.pattern is chosen)
    return Page(
        f"{player.name} \u00b7 {translate('%(points)s points', points=player.total)}",
        translate("Where do the %(points)s come from?", points=points),
        Why(listed, lines),
        back=Look(),
        chips=(Chip(seat=seat),),
        main=Main(game.players[following].name, Look(Part.WHY, following, chosen)),
        can_undo=False,
    )


def _curves(game: PastGame) -> tuple[Curve, ...]:
    by_round = game.points_by_round or game.vp_by_round
    values = zip(*by_round, strict=True) if len(by_round) > 1 else ()
    return tuple(Curve(seat_of(game.players, index), each) for index, each in enumerate(values))


def course_page(ui: RollContext, game: PastGame, *, chances: bool) -> Page:
    """Return the points after each round."""
    translate = ui.translate
    caption = (
        translate("All points after each round")
        if game.points_by_round
        else translate("VP chips after each round")
    )
    side = Side(Look(Part.CHANCES), translate("Chances to win"), "clock")
    return Page(
        translate("Course of the game"),
        caption,
        Chart(_curves(game)),
        side=(side,) if chances else (),
        back=Look(),
        can_undo=False,
    )


def awards_page(ui: RollContext, game: PastGame, ended: Sequence[str]) -> Page:
    """Return the awards, and why the game has ended."""
    translate = ui.translate
    cards = [_card(translate, game, award) for award in game.awards]
    cards += [Card(None, (Picture("symbol/flag"),), each) for each in ended]
    return Page(
        translate("Result"), translate("Awards"), Cards(tuple(cards)), back=Look(), can_undo=False
    )


def share_page(ui: RollContext, game: PastGame) -> Page:
    """Return the result as a code for BG Stats, and what can be written."""
    translate = ui.translate
    table = Card(WriteTable(), (Picture("symbol/file"),), translate("Save as CSV"))
    return Page(
        translate("Result"),
        translate("Scan this with the phone"),
        Code(
            qr_rows(play_link(game)),
            (translate("BG Stats opens with this play."), translate("The table sends nothing.")),
            (table,),
        ),
        back=Look(),
        can_undo=False,
    )


def _card(translate: Translator, game: PastGame, award: Award) -> Card:
    piece, title = _AWARDS[award.kind]
    names = tuple(game.players[index].name for index in award.players)
    words = (translate.list_of(names), _value(translate, award))
    return Card(None, (Picture(piece),), translate(title), words)


def _value(translate: Translator, award: Award) -> str:
    count = round(award.value)
    match award.kind:
        case AwardKind.DICE_LUCK:
            return translate(
                "wilds above average: %(count)s",
                count=signed_decimal(translate.language, award.value),
            )
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
