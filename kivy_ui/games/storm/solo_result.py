"""The result of the game against the robot, and where its points come from."""

from collections.abc import Iterator
from typing import Final

from companion.games.storm.ask_solo import PLAYER, ROBOT
from companion.games.storm.robot import SIX_COST_VP
from companion.games.storm.view import SoloView
from kivy_ui.asking.game_pages import Explain
from kivy_ui.asking.telling import Telling, halves
from kivy_ui.games.storm.goals_result import card_reasons
from kivy_ui.pages.page import Note, Page, Picture, Seat
from kivy_ui.pages.scores import Pattern, Rank, Reason, Result, Share, Source, Why

_CHIPS: Final = "chips"
_CARDS: Final = "cards"
"""Sources of points."""


def over(tell: Telling, view: SoloView) -> Page:
    """Return the page of the result (section 3.8)."""
    translate, score, state = tell.translate, view.state.result, view.state
    asked = {
        True: translate("You win."),
        False: translate("The robot wins."),
        None: translate("A draw: the rules have no further tie-break."),
    }[score.won]
    tie = ""
    if score.player == score.robot:
        tie = translate(
            "Tie-break: %(mine)s against %(its)s", mine=score.player_tie, its=score.robot_tie
        )
    chips = state.its.chips
    ranks = [
        _rank(tell, tell.seat(PLAYER), state.player_chips, score.player, won=score.won is True),
        _rank(tell, tell.seat(ROBOT), chips, score.robot, won=score.won is False),
    ]
    note = Note(halves(tie), icon="symbol/info") if tie else None
    body = Result(tuple(ranks if score.won is not False else reversed(ranks)))
    return Page(translate("The end"), asked, body, note=note)


def _rank(tell: Telling, seat: Seat, chips: int, points: int, *, won: bool) -> Rank:
    shares = (
        Share(Pattern.PLAIN, chips, Picture("chip")),
        Share(Pattern.DIAGONAL, points - chips, Picture("storm/back")),
    )
    wins = tell.translate("wins") if won else ""
    return Rank(seat, points, shares, wins, Explain(seat.number))


def explained(tell: Telling, view: SoloView, what: Explain) -> Why:
    """Return where the points of a side come from: chips, and each card with its bonuses."""
    translate, score, state = tell.translate, view.state.result, view.state
    robots = what.seat == ROBOT
    chips = state.its.chips if robots else state.player_chips
    cards = (score.robot if robots else score.player) - chips
    words = {_CHIPS: translate("VP chips"), _CARDS: translate("Cards")}
    pictures = {_CHIPS: Picture("chip"), _CARDS: Picture("storm/back")}
    points, shown = {_CHIPS: chips, _CARDS: cards}, what.source or _CARDS
    sources = tuple(
        Source(Explain(what.seat, key), pictures[key], words[key], points[key], key == shown)
        for key in words
    )
    lines = (
        ()
        if shown == _CHIPS
        else _of_robot(tell, view)
        if robots
        else card_reasons(tell, score.cards)
    )
    told = {
        _CHIPS: translate("VP chips that were gained in Consume phases."),
        _CARDS: translate("Cards and their bonuses, entered as one number."),
    }
    whole = Reason(pictures[shown], words[shown], points[shown], text=told[shown])
    return Why(sources, tuple(lines) or (whole,))


def _of_robot(tell: Telling, view: SoloView) -> Iterator[Reason]:
    """Yield the VP printed on the robot's cards, and those of 6-cost cards and counters."""
    robot = view.state.its
    six = SIX_COST_VP[view.state.difficulty]
    yield Reason(Picture("tile"), tell.translate("VP of its cards"), robot.vp)
    for count, picture, words in (
        (robot.six_costs, Picture("development", number="6"), "Cost 6, VP vary"),
        (robot.placed, Picture("storm/counter"), "6-cost counter"),
    ):
        if count:
            yield Reason(picture, tell.translate(words), six * count, text=f"{count} × {six}")
