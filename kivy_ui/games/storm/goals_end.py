"""Goal tracking at its end: everybody's points, line by line."""

from __future__ import annotations

from companion.games.storm.view import GoalsView
from kivy_ui.common.page_table import Cell, Head, Line, PageTable
from kivy_ui.common.pages import Page, Person, end_row
from kivy_ui.common.signs import SEAT, Sign
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.signs import goal_face

_TOTAL = 3
"""Place of the sum among the numbers."""


def goals_end(ui: UiContext, view: GoalsView, people: tuple[Person, ...]) -> Page:
    """Return the page of a game that is over: equal totals share a rank."""
    translate = ui.translate
    names = {player.seat: player.name for player in view.state.players}
    best = tuple(names[score.seat] for score in view.state.scores if score.rank == 1)
    facts = []
    colours = {person.seat: person.colour for person in people}
    lines = []
    for score in sorted(view.state.scores, key=lambda each: each.rank):
        goals = sum(vp for _, vp in score.goals)
        numbers = (score.vp_chips, score.card_vp, goals, score.total)
        tiles = (Sign(goal_face(goal)) for goal, _ in score.goals)
        badge = Sign(SEAT, str(score.seat), colour=colours[score.seat])
        lines.append(
            Line(
                f"{score.rank}. {names[score.seat]}",
                tuple(
                    Cell(text=str(number), leads=score.rank == 1 and place == _TOTAL)
                    for place, number in enumerate(numbers)
                ),
                signs=(badge, *tiles),
            )
        )
        if score.cards:
            cards = dict(view.card_names)
            named = ", ".join(f"{cards.get(e.key, e.key)} {e.vp}" for e in score.cards if e.vp)
            facts.append(f"{names[score.seat]}: {named}")
    heads = (translate("VP chips"), translate("Cards"), translate("Goals"), translate("Total"))
    return Page(
        translate("The end"),
        translate("Winner: %(who)s", who=translate.list_of(best)),
        (),
        tuple(facts),
        (end_row(translate),),
        facts_last=True,
        table=PageTable(tuple(map(Head, heads)), tuple(lines)),
    )
