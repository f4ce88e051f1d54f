"""The end of the game: who has won and why, or who is ahead by what was counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.roll.model.holdings import SeatScore
from companion.games.roll.view.table_view import SeatView
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.texts.score_text import calculation


@dataclass(frozen=True, slots=True)
class RankLine:
    """A player at the end; *points* are all points, or VP chips where no more is known."""

    seat: int
    name: str
    colour: str
    rank: str
    winner: bool
    points: str
    details: str


@dataclass(frozen=True, slots=True)
class EndModel:
    """The end of the game."""

    headline: str
    reasons: str
    lines: tuple[RankLine, ...]


@dataclass(frozen=True, slots=True)
class EndScoreLine:
    """A line of a player's score; *why* says where the number comes from."""

    text: str
    points: str
    why: str = ""
    total: bool = False


class EndPresenter:
    """Behaviour of the last screen."""

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui

    def model(self) -> EndModel:
        """Return what the last screen shows."""
        view = self._ui.view
        words = self._ui.words
        seats = view.seats if view is not None else ()
        ranked = sorted(seats, key=lambda seat: (seat.final_rank or len(seats), seat.seat))
        reasons = view.end_reasons if view is not None else ()
        return EndModel(
            headline=self._headline(seats),
            reasons=" ".join(words.why_over(reason) for reason in reasons),
            lines=tuple(self._line(seat) for seat in ranked),
        )

    def score(self, number: int) -> tuple[EndScoreLine, ...]:
        """Return every line of a player's score; empty where it is not counted."""
        seat = self._ui.seat(number)
        if seat is None or seat.tracking is None or seat.tracking.score is None:
            return ()
        return tuple(self._score_lines(seat.tracking.tableau, seat.tracking.score))

    def _score_lines(self, tableau: tuple[str, ...], score: SeatScore) -> Iterator[EndScoreLine]:
        translate, tiles = self._ui.translate, self._ui.tiles
        yield EndScoreLine(translate("VP chips"), str(score.vp_chips))
        for key in tableau:
            yield EndScoreLine(tiles.name(key), str(tiles.side(key).cost), translate("cost"))
        for bonus in score.bonuses:
            why = f"{translate('bonus')}: {calculation(translate, bonus.why)}"
            yield EndScoreLine(tiles.name(bonus.tile), str(bonus.vp), why)
        yield EndScoreLine(translate("Total"), str(score.total), total=True)
        why = translate("dice in the cup and credits")
        yield EndScoreLine(translate("Tie-break"), str(score.tiebreak), why)

    def _headline(self, seats: tuple[SeatView, ...]) -> str:
        words = self._ui.words
        first = tuple(seat.seat for seat in seats if seat.final_rank == 1)
        if not first:
            return words.translate("The game is over")
        who = words.seats(seats, first)
        if not self._ui.counts_everything:
            return words.translate("Most VP chips: %(who)s", who=who)
        if len(first) > 1:
            return words.translate("%(who)s win together", who=who)
        return words.translate("%(who)s wins", who=who)

    def _line(self, seat: SeatView) -> RankLine:
        score = seat.tracking.score if seat.tracking is not None else None
        points = seat.vp_chips if score is None else score.total
        return RankLine(
            seat=seat.seat,
            name=seat.name,
            colour=seat.colour,
            rank=f"{seat.final_rank}." if seat.final_rank is not None else "",
            winner=seat.final_rank == 1,
            points=str(points),
            details=self._counted(seat) if score is None else self._sum(score),
        )

    def _counted(self, seat: SeatView) -> str:
        translate = self._ui.translate
        tiles = translate.plural("%(count)s tile", "%(count)s tiles", seat.tiles)
        money = translate.plural("%(count)s credit", "%(count)s credits", seat.credits)
        return f"{tiles} · {money}"

    def _sum(self, score: SeatScore) -> str:
        return self._ui.translate(
            "chips %(chips)s + tiles %(tiles)s + bonuses %(bonuses)s",
            chips=score.vp_chips,
            tiles=score.tiles,
            bonuses=sum(bonus.vp for bonus in score.bonuses),
        )
