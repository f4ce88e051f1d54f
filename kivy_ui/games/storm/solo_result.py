"""The result of the game against the robot, and where its points come from."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.games.storm.ask_solo import PLAYER, ROBOT
from companion.games.storm.robot import SIX_COST_VP
from companion.games.storm.solo import SoloState
from companion.games.storm.view import SoloView
from kivy_ui.asking.results import Explain, explained_points, rank_of
from kivy_ui.asking.telling import Telling, halves
from kivy_ui.games.storm.goals_result import SOURCES, card_reasons
from kivy_ui.pages.page import Note, Page, Picture
from kivy_ui.pages.scores import Reason, Result, Why


def over(tell: Telling, view: SoloView) -> Page:
    """Return the page of the result (section 3.8)."""
    translate, score = tell.translate, view.state.result
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
    ranks = [
        rank_of(tell, seat, _points(view.state, seat), SOURCES, wins=score.won is (seat == PLAYER))
        for seat in (PLAYER, ROBOT)
    ]
    note = Note(halves(tie), icon="symbol/info") if tie else None
    body = Result(tuple(ranks if score.won is not False else reversed(ranks)))
    return Page(translate("The end"), asked, body, note=note)


def _points(state: SoloState, seat: int | None) -> dict[str, int]:
    robots, score = seat == ROBOT, state.result
    chips = state.its.chips if robots else state.player_chips
    return {"chips": chips, "cards": (score.robot if robots else score.player) - chips}


def explained(tell: Telling, view: SoloView, what: Explain) -> Why:
    """Return where the points of a side come from: chips, and each card with its bonuses."""
    what = replace(what, source=what.source or "cards")
    lines: Iterable[Reason] = ()
    if what.source == "cards":
        robots = what.seat == ROBOT
        lines = _of_robot(tell, view) if robots else card_reasons(tell, view.state.result.cards)
    return explained_points(tell, what, _points(view.state, what.seat), SOURCES, lines)


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
