"""The game against the robot at its end: both scores, and what each named card brought."""

from __future__ import annotations

from companion.catalog.storm_loader import load_storm_cards
from companion.games.storm.solo import SoloScore
from companion.games.storm.view import SoloView
from kivy_ui.common.page_table import Cell, Head, Line, PageTable
from kivy_ui.common.pages import Page, Person, end_row
from kivy_ui.common.ui_context import UiContext


def solo_end(ui: UiContext, view: SoloView, people: tuple[Person, ...]) -> Page:
    """Return the page of a game that is over (section 3.8)."""
    translate = ui.translate
    score = view.state.score
    facts: tuple[str, ...] = ()
    table = None
    if score is not None:
        result = {
            True: translate("You win."),
            False: translate("The robot wins."),
            None: translate("A draw: the rules settle no further tie."),
        }[score.won]
        facts = (result, *_card_lines(ui, score))
        table = PageTable(
            (Head(translate("VP")), Head(translate("Tie-break"))),
            (
                _line(people[0].name, score.player, score.player_tie, won=score.won is True),
                _line(translate("Robot"), score.robot, score.robot_tie, won=score.won is False),
            ),
        )
    return Page(
        translate("The end"),
        translate("The game is over"),
        (),
        facts,
        (end_row(translate),),
        first_large=True,
        table=table,
    )


def _line(name: str, points: int, tie: int, *, won: bool) -> Line:
    return Line(name, (Cell(text=str(points), leads=won), Cell(text=str(tie))))


def _card_lines(ui: UiContext, score: SoloScore) -> tuple[str, ...]:
    """What each named card scored."""
    if not score.cards:
        return ()
    deck = load_storm_cards()
    lines = ", ".join(f"{deck[card.key].name} {card.vp}" for card in score.cards)
    return (ui.translate("Your cards: %(cards)s", cards=lines),)
