"""Analysis of a game: chances to win by round, turning points, luck, missed chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.roll.model.dice import Phase
from companion.history.game_analysis import GameAnalysis, MissedChance, turning_points
from kivy_ui.common.background_task import BackgroundTask
from kivy_ui.common.numbers import signed
from kivy_ui.games.roll.context import RollContext

Chances = tuple[int, tuple[int, ...]]
"""A player's index, and the chance to win in percent from the start of the game."""


@dataclass(frozen=True, slots=True)
class AnalysisLine:
    """A line of text beside the curves."""

    title: str
    note: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class GameAnalysisModel:
    """Content of the panel; *text* explains missing curves, *marks* are turning points."""

    curves: tuple[Chances, ...] = ()
    lines: tuple[AnalysisLine, ...] = ()
    text: str = ""
    marks: tuple[int, ...] = ()


class GameAnalysisPresenter:
    """Presenter of the game analysis, which is computed on a thread.

    Args:
        ui: context of the presenters.
        game_id: id of the game's log.
        names: of the players, in the order of their seats.
    """

    def __init__(self, ui: RollContext, game_id: str, names: Sequence[str]) -> None:
        self._ui = ui
        self._names = tuple(names)
        self._analysis = BackgroundTask[GameAnalysis | None]("game-analysis", None)
        analyst = ui.settings.services.analyst
        self._analysis.start(lambda: analyst.analyse(game_id), game_id)

    @property
    def busy(self) -> bool:
        """Whether the analysis is still being computed."""
        return self._analysis.busy

    def wait(self, timeout_s: float = 30.0) -> None:
        """Wait until the analysis is done."""
        self._analysis.wait(timeout_s)

    def model(self) -> GameAnalysisModel:
        """Return curves and lines."""
        translate, analysis = self._ui.translate, self._analysis.result
        if self.busy:
            return GameAnalysisModel(text=translate("Analysing the game ..."))
        if analysis is None:
            return GameAnalysisModel(text=translate("This game cannot be analysed."))
        curves = tuple(
            (index, tuple(round(100 * chances[index]) for chances in analysis.chances))
            for index in range(len(analysis.seats))
        )
        marks = tuple(point.round + 1 for point in turning_points(analysis))
        return GameAnalysisModel(curves, tuple(self._lines(analysis)), marks=marks)

    def _lines(self, analysis: GameAnalysis) -> Iterator[AnalysisLine]:
        translate = self._ui.translate
        for point in turning_points(analysis):
            note = translate("turning point in round %(number)s", number=point.round)
            yield AnalysisLine(self._name(analysis, point.seat), note, _percent(point.change))
        for seat, luck in zip(analysis.seats, analysis.luck, strict=False):
            note = translate("luck of the rolls, in VP")
            yield AnalysisLine(self._name(analysis, seat), note, f"{luck:+.1f}")
        for missed in analysis.missed:
            yield self._missed(analysis, missed)

    def _missed(self, analysis: GameAnalysis, missed: MissedChance) -> AnalysisLine:
        translate, words = self._ui.translate, self._ui.words
        if missed.selected == missed.better:
            note = translate(
                "round %(number)s: better with the dice placed differently", number=missed.round
            )
        else:
            note = translate(
                "round %(number)s: %(better)s instead of %(selected)s",
                number=missed.round,
                better=words.phase(Phase(missed.better)),
                selected=words.phase(Phase(missed.selected)),
            )
        return AnalysisLine(self._name(analysis, missed.seat), note, _percent(missed.loss))

    def _name(self, analysis: GameAnalysis, seat: int) -> str:
        return self._names[analysis.seats.index(seat)]


def _percent(share: float) -> str:
    return f"{signed(round(100 * share))} %"
