"""End of the game against the robot: both scores, and the VP of each named card."""

from __future__ import annotations

from companion.catalog.storm_loader import load_storm_cards
from companion.games.storm.solo import SoloScore
from companion.games.storm.view import SoloView
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.page_table import Cell, Head, Line, PageTable
from kivy_ui.common.board.pages import Headline, Page, over_page
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.icons import ROBOT_BADGE


def solo_end(ui: UiContext, group: PlayerGroup, view: SoloView) -> Page:
    """Return the page of a finished game (section 3.8)."""
    translate = ui.translate
    score = view.state.score
    table, headline = None, None
    if score is not None:
        words = {
            True: translate("You win."),
            False: translate("The robot wins."),
            None: translate("A draw: the rules have no further tie-break."),
        }
        player = group.sitting(1)[0]
        mine, its = group.badge(player.seat), ROBOT_BADGE
        winners = {True: (mine,), False: (its,), None: ()}
        headline = Headline(
            words[score.won],
            winners[score.won],
            won=score.won is not None,
            figure=(Icon("chip", str(max(score.player, score.robot))),),
        )
        robot, tied = view.state.robot, score.player == score.robot
        sides = (
            (player.name, mine, view.state.player_chips, score.player, score.player_tie),
            (translate("Robot"), its, robot.chips if robot else 0, score.robot, score.robot_tie),
        )
        heads = (
            Head(translate("VP chips")),
            Head(translate("Cards")),
            Head(translate("Total")),
            *((Head(translate("Tie-break")),) if tied else ()),
        )
        table = PageTable(
            heads,
            tuple(
                _line(*side, won=score.won is won, tied=tied)
                for side, won in zip(sides, (True, False), strict=True)
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


def _line(
    name: str, badge: Icon, chips: int, points: int, tie: int, *, won: bool, tied: bool
) -> Line:
    """Return one side's points: chips, cards, total; and the tie-break if needed."""
    cells = (
        Cell(text=str(chips)),
        Cell(text=str(points - chips)),
        Cell(text=str(points), leads=won),
        *((Cell(text=str(tie)),) if tied else ()),
    )
    return Line(name, cells, icons=(badge,), lit=won)


def _card_lines(ui: UiContext, score: SoloScore) -> tuple[str, ...]:
    """Return the VP of each named card."""
    if not score.cards:
        return ()
    deck = load_storm_cards()
    lines = ", ".join(f"{deck[card.key].name} {card.vp}" for card in score.cards)
    return (ui.translate("Your cards: %(cards)s", cards=lines),)
