"""The game against the robot at its end: both scores, and what each named card brought."""

from __future__ import annotations

from companion.catalog.storm_loader import load_storm_cards
from companion.games.storm.solo import SoloScore
from companion.games.storm.view import SoloView
from kivy_ui.common.page_table import Cell, Head, Line, PageTable
from kivy_ui.common.pages import Headline, Page, Person, over_page
from kivy_ui.common.signs import Sign, seat_sign
from kivy_ui.common.ui_context import UiContext


def solo_end(ui: UiContext, view: SoloView, people: tuple[Person, ...]) -> Page:
    """Return the page of a game that is over (section 3.8)."""
    translate = ui.translate
    score = view.state.score
    table, headline = None, None
    if score is not None:
        words = {
            True: translate("You win."),
            False: translate("The robot wins."),
            None: translate("A draw: the rules settle no further tie."),
        }
        player = people[0]
        mine = seat_sign(player.seat, player.colour)
        its = seat_sign(None, "white")
        winners = {True: (mine,), False: (its,), None: ()}
        headline = Headline(words[score.won], winners[score.won], won=score.won is not None)
        table = PageTable(
            (Head(translate("VP")), Head(translate("Tie-break"))),
            (
                _line(player.name, mine, score.player, score.player_tie, won=score.won is True),
                _line(
                    translate("Robot"), its, score.robot, score.robot_tie, won=score.won is False
                ),
            ),
        )
    page = Page(
        translate("The end"),
        translate("The game is over"),
        (),
        _card_lines(ui, score) if score is not None else (),
        headline=headline,
        table=table,
        facts_last=True,
    )
    return over_page(translate, page)


def _line(name: str, badge: Sign, points: int, tie: int, *, won: bool) -> Line:
    return Line(name, (Cell(text=str(points)), Cell(text=str(tie))), signs=(badge,), lit=won)


def _card_lines(ui: UiContext, score: SoloScore) -> tuple[str, ...]:
    """What each named card scored."""
    if not score.cards:
        return ()
    deck = load_storm_cards()
    lines = ", ".join(f"{deck[card.key].name} {card.vp}" for card in score.cards)
    return (ui.translate("Your cards: %(cards)s", cards=lines),)
