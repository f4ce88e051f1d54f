"""The end of the game: who is ahead by what the companion knows."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.roll.view import SeatView
from kivy_ui.presenters.desk import Desk


@dataclass(frozen=True, slots=True)
class RankLine:
    """A player at the end."""

    seat: int
    name: str
    colour: str
    rank: str
    winner: bool
    chips: str
    details: str


@dataclass(frozen=True, slots=True)
class EndModel:
    """The end of the game."""

    headline: str
    reasons: str
    lines: tuple[RankLine, ...]


class EndPresenter:
    """Behaviour of the last screen."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def model(self) -> EndModel:
        """Return what the last screen shows."""
        view = self._desk.view
        words = self._desk.words
        seats = view.seats if view is not None else ()
        ranked = sorted(seats, key=lambda seat: (seat.final_rank or len(seats), seat.seat))
        reasons = view.end_reasons if view is not None else ()
        return EndModel(
            headline=self._headline(seats),
            reasons=" ".join(words.why_over(reason) for reason in reasons),
            lines=tuple(self._line(seat) for seat in ranked),
        )

    def _headline(self, seats: tuple[SeatView, ...]) -> str:
        words = self._desk.words
        first = tuple(seat.seat for seat in seats if seat.final_rank == 1)
        if not first:
            return words.translate("The game is over")
        return words.translate("Most VP chips: %(who)s", who=words.seats(seats, first))

    def _line(self, seat: SeatView) -> RankLine:
        translate = self._desk.words.translate
        tiles = translate.plural("%(count)s tile", "%(count)s tiles", seat.tiles)
        money = translate.plural("%(count)s credit", "%(count)s credits", seat.credits)
        return RankLine(
            seat=seat.seat,
            name=seat.name,
            colour=seat.colour,
            rank=f"{seat.final_rank}." if seat.final_rank is not None else "",
            winner=seat.final_rank == 1,
            chips=str(seat.vp_chips),
            details=f"{tiles} · {money}",
        )
