"""Analysis of a game: chances to win by round, turning points, luck, missed chances."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.roll.model.dice import Phase
from companion.history.game_analysis import GameAnalysis, MissedChance, turning_points
from companion.history.records import PastGame
from kivy_ui.common.numbers import signed, signed_decimal
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.result import Look, Part, seat_of
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.page import Cards, Page, Picture, Side
from kivy_ui.pages.scores import Chart, Curve


def chances_page(
    ui: RollContext, game: PastGame, analysis: GameAnalysis | None, *, busy: bool
) -> Page:
    """Return all players' chances to win in percent at the beginning of each round."""
    translate = ui.translate
    above = translate("Chances to win")
    if analysis is None:
        asked = translate("Analysing the game ...")
        if not busy:
            asked = translate("This game cannot be analysed.")
        return Page(above, asked, Cards(()), back=Look(), can_undo=False)
    curves = tuple(
        Curve(
            seat_of(game.players, index),
            tuple(round(100 * chances[index]) for chances in analysis.chances),
        )
        for index in range(len(analysis.seats))
    )
    marks = tuple(point.round + 1 for point in turning_points(analysis))
    return Page(
        above,
        translate("Win chances, in percent, at the beginning of each round"),
        Chart(curves, top=100, marks=marks),
        side=(
            Side(Look(Part.COURSE), translate("Points"), "chart"),
            Side(Look(Part.TURNS), translate("Turning points"), "flag"),
        ),
        back=Look(),
        can_undo=False,
    )


def turns_page(ui: RollContext, game: PastGame, analysis: GameAnalysis) -> Page:
    """Return turning points, luck and missed chances, as lines."""
    translate = ui.translate
    return Page(
        translate("Chances to win"),
        translate("What changed them"),
        List(tuple(_rows(ui, game, analysis))),
        back=Look(Part.CHANCES),
        can_undo=False,
    )


def _rows(ui: RollContext, game: PastGame, analysis: GameAnalysis) -> Iterator[Row]:
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
    who = seat_of(game.players, analysis.seats.index(seat))
    badge = Picture("seat", number=str(who.number), colour=who.colour)
    return Row(None, who.name, (badge,), note, value=value)


def _missed(ui: RollContext, missed: MissedChance) -> str:
    translate, words = ui.translate, ui.words
    if missed.selected == missed.better:
        return translate(
            "round %(number)s: better with the dice placed differently", number=missed.round
        )
    return translate(
        "round %(number)s: %(better)s instead of %(selected)s",
        number=missed.round,
        better=words.phase(Phase(missed.better)),
        selected=words.phase(Phase(missed.selected)),
    )


def _percent(share: float) -> str:
    return f"{signed(round(100 * share))} %"
