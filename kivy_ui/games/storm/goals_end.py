"""End of goal tracking: all players' points in detail."""

from __future__ import annotations

from companion.games.storm.view import GoalsView
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.page_table import Cell, Head, Line, PageTable
from kivy_ui.common.board.pages import Headline, Page, over_page
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.icons import goal_face


def goals_end(ui: UiContext, group: PlayerGroup, view: GoalsView) -> Page:
    """Return the page of a finished game; equal totals share a rank."""
    translate = ui.translate
    names = {player.seat: player.name for player in view.state.players}
    first = [score for score in view.state.scores if score.rank == 1]
    best = translate.list_of(tuple(names[score.seat] for score in first))
    facts, lines = [], []
    for score in sorted(view.state.scores, key=lambda each: each.rank):
        goals = sum(vp for _, vp in score.goals)
        tiles = tuple(Icon(goal_face(goal)) for goal, _ in score.goals)
        lines.append(
            Line(
                f"{score.rank}. {names[score.seat]}",
                (
                    Cell(text=_figure(score.vp_chips)),
                    Cell(text=_figure(score.card_vp)),
                    Cell(text=_figure(goals), icons=tiles),
                    Cell(text=str(score.total), leads=score.rank == 1),
                ),
                icons=(group.badge(score.seat),),
                lit=score.rank == 1,
            )
        )
        if score.cards:
            cards = dict(view.card_names)
            named = ", ".join(f"{cards.get(e.key, e.key)} {e.vp}" for e in score.cards if e.vp)
            facts.append(f"{names[score.seat]}: {named}")
    heads = (translate("VP chips"), translate("Cards"), translate("Goals"), translate("Total"))
    page = Page(
        translate("The end"),
        translate("Winner: %(who)s", who=best),
        (),
        tuple(facts),
        facts_last=True,
        headline=Headline(
            best,
            tuple(group.badge(score.seat) for score in first),
            figure=(Icon("chip", str(first[0].total)),),
        ),
        table=PageTable(tuple(map(Head, heads)), tuple(lines)),
    )
    return over_page(translate, page)


def _figure(points: int) -> str:
    return str(points) if points else "\N{EN DASH}"
