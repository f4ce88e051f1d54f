"""End of the game: the winner and why, or the ranking by VP chips if not tracked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.roll.model.holdings import SeatScore
from companion.games.roll.model.steps import Step
from companion.games.roll.model.tiles import Side
from companion.games.roll.view.table_view import SeatView
from companion.history.archive import past_game
from companion.history.records import PastGame
from companion.session.table_port import Picture
from kivy_ui.common.background_task import BackgroundTask
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.result import RankLine, ResultModel, ResultPresenter, victory, with_game
from kivy_ui.games.roll.texts.score_text import calculation


@dataclass(frozen=True, slots=True)
class EndScoreLine:
    """A line of a player's score.

    Attributes:
        why: origin of the points.
        icon: icon of the counted piece.
        side: side of the tile that scores.
        aside: whether the line is not part of the total.
    """

    text: str
    points: str
    why: str = ""
    total: bool = False
    aside: bool = False
    icon: str = ""
    side: Side | None = None


class EndPresenter:
    """Presenter of the final screen."""

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui
        self._game = BackgroundTask[PastGame | None]("result", None)
        self._picture: Picture | None = None
        self._pictured: str | None = None
        self.result = ResultPresenter(ui, self.model)

    def model(self) -> ResultModel:
        """Return the final screen: the ranks at once, the record once it has been read."""
        view = self._ui.view
        words = self._ui.words
        seats = view.seats if view is not None else ()
        ranked = sorted(seats, key=lambda seat: (seat.final_rank or len(seats), seat.seat))
        reasons = view.end_reasons if view is not None else ()
        model = ResultModel(
            headline=self._headline(seats),
            note=" ".join(words.why_over(reason) for reason in reasons),
            ranks=tuple(self._line(seat) for seat in ranked),
            picture=self._picture,
        )
        game = self._game.result if self._game.knows(self._now) else None
        return with_game(self._ui, model, game) if game is not None else model

    def follow(self) -> bool:
        """Read the ended game's record and the first picture; returns whether anything is new.

        The record is read on its own thread. The picture is the first one after the end.
        """
        if self._ui.step is not Step.OVER:
            return False
        if self._pictured != self._now[0]:
            self._picture, self._pictured = None, self._now[0]
        fresh = False
        picture = self._ui.port.latest_scan().picture
        if self._picture is None and picture is not None:
            self._picture, fresh = picture, True
        fresh |= self._game.arrived()
        game_id = self._now[0]
        self._game.start(lambda: self._load(game_id), self._now)
        return fresh

    def wait(self, timeout_s: float = 10.0) -> None:
        """Wait until the record has been read."""
        self._game.wait(timeout_s)

    @property
    def _now(self) -> tuple[str | None, int]:
        return self._ui.update.game_id, self._ui.update.version

    def _load(self, game_id: str | None) -> PastGame | None:
        archive = self._ui.settings.services.archive
        return past_game(archive, self._ui.tiles.catalog, game_id) if game_id else None

    def score(self, number: int) -> tuple[EndScoreLine, ...]:
        """Return the lines of a player's score; empty if it is not tracked."""
        seat = self._ui.seat(number)
        if seat is None or seat.tracking is None or seat.tracking.score is None:
            return ()
        return tuple(self._score_lines(seat.tracking.tableau, seat.tracking.score))

    def _score_lines(self, tableau: tuple[str, ...], score: SeatScore) -> Iterator[EndScoreLine]:
        translate, tiles = self._ui.translate, self._ui.tiles
        yield EndScoreLine(translate("VP chips"), str(score.vp_chips), icon="chip")
        for key in tableau:
            side = tiles.side(key)
            yield EndScoreLine(tiles.name(key), str(side.cost), translate("cost"), side=side)
        for bonus in score.bonuses:
            why = f"{translate('bonus')}: {calculation(translate, bonus.why)}"
            yield EndScoreLine(tiles.name(bonus.tile), str(bonus.vp), why, icon="star")
        yield EndScoreLine(translate("Total"), str(score.total), total=True)
        why = translate("dice in the cup and credits")
        yield EndScoreLine(translate("Tie-break"), str(score.tiebreak), why, aside=True, icon="cup")

    def _headline(self, seats: tuple[SeatView, ...]) -> str:
        words = self._ui.words
        first = tuple(seat.seat for seat in seats if seat.final_rank == 1)
        if not first:
            return words.translate("The game is over")
        if not self._ui.counts_everything:
            return words.translate("Most VP chips: %(who)s", who=words.seats(seats, first))
        totals = [
            seat.tracking.score.total for seat in seats if seat.tracking and seat.tracking.score
        ]
        tied = bool(totals) and totals.count(max(totals)) > 1
        winners = tuple(seat.name for seat in seats if seat.final_rank == 1)
        return victory(words.translate, winners, tied=tied)

    def _line(self, seat: SeatView) -> RankLine:
        score = seat.tracking.score if seat.tracking is not None else None
        points = seat.vp_chips if score is None else score.total
        return RankLine(
            seat=seat.seat,
            name=seat.name,
            colour=seat.colour,
            rank=f"{seat.final_rank}." if score is not None and seat.final_rank is not None else "",
            winner=seat.final_rank == 1 and score is not None,  # chips only: no final score
            points=str(points),
            parts=_counted(seat) if score is None else _sum(score),
        )


def _counted(seat: SeatView) -> tuple[tuple[str, str], ...]:
    return ("tile", str(seat.tiles)), ("credits", str(seat.credits))


def _sum(score: SeatScore) -> tuple[tuple[str, str], ...]:
    """Return the VP of chips, tiles and bonuses."""
    bonuses = sum(bonus.vp for bonus in score.bonuses)
    return ("chip", str(score.vp_chips)), ("tile", str(score.tiles)), ("star", str(bonuses))
