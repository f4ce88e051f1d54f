"""Analysis of a game: chances to win by round, turning points, luck, missed chances."""

from collections.abc import Iterator

from companion.games.roll.model.dice import Phase
from companion.history.game_analysis import GameAnalysis, MissedChance, turning_points
from companion.history.records import PastGame
from kivy_ui.common.numbers import signed, signed_decimal
from kivy_ui.common.player_group import past_seat
from kivy_ui.games.roll.context import RollContext
from kivy_ui.pages.listing import Row
from kivy_ui.pages.scores import Chart, Curve


def chart(game: PastGame, analysis: GameAnalysis) -> Chart:
    """Return all players' chances to win in percent at the beginning of each round."""
    curves = tuple(
        Curve(
            past_seat(game.players, index),
            tuple(round(100 * chances[index]) for chances in analysis.chances),
        )
        for index in range(len(analysis.seats))
    )
    marks = tuple(point.round + 1 for point in turning_points(analysis))
    return Chart(curves, top=100, marks=marks)


def rows(ui: RollContext, game: PastGame, analysis: GameAnalysis) -> Iterator[Row]:
    """Yield turning points, luck and missed chances."""
    translate = ui.translate
    for point in turning_points(analysis):
        note = translate("turning point in round %(number)s", number=point.round)
        yield _row(game, analysis, point.seat, note, _percent(point.change))
    for seat, luck in zip(analysis.seats, analysis.luck, strict=False):
        note = translate("luck of the rolls, in VP")
        yield _row(game, analysis, seat, note, signed_decimal(ui.language, luck))
    for missed in analysis.missed:
        yield _row(game, analysis, missed.seat, _missed(ui, missed), _percent(missed.loss))


def _row(game: PastGame, analysis: GameAnalysis, seat: int, note: str, value: str) -> Row:
    who = past_seat(game.players, analysis.seats.index(seat))
    return Row(None, who.name, (who.badge(),), note, value=value)


def _missed(ui: RollContext, missed: MissedChance) -> str:
    translate, words = ui.translate, ui.words
    if missed.selected == missed.better:
        return translate(
            "round %(number)s: better with the dice placed differently", number=missed.round
        )
    return translate(
        "round %(number)s: %(better)s instead of %(selected)s",
        number=missed.round,
        better=words.of(Phase(missed.better)),
        selected=words.of(Phase(missed.selected)),
    )


def _percent(share: float) -> str:
    return f"{signed(round(100 * share))}%"
