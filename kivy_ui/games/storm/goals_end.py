"""Goal tracking at its end: everybody's points, line by line."""

from __future__ import annotations

from companion.games.storm.view import GoalsView
from kivy_ui.common.pages import Page, Person, end_row
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.words import goal_word


def goals_end(ui: UiContext, view: GoalsView, people: tuple[Person, ...]) -> Page:
    """Return the page of a game that is over: equal totals share a rank."""
    translate = ui.translate
    names = {player.seat: player.name for player in view.state.players}
    best = tuple(names[score.seat] for score in view.state.scores if score.rank == 1)
    facts = [translate("Winner: %(who)s", who=translate.list_of(best))]
    for score in sorted(view.state.scores, key=lambda each: each.rank):
        goals = ", ".join(f"{goal_word(translate, goal)} {vp}" for goal, vp in score.goals)
        text = translate(
            "%(name)s: %(total)s VP (chips %(chips)s, cards %(cards)s, %(goals)s)",
            name=names[score.seat],
            total=score.total,
            chips=score.vp_chips,
            cards=score.card_vp,
            goals=goals or translate("no goals"),
        )
        facts.append(f"{score.rank}. {text}")
        if score.cards:
            cards = dict(view.card_names)
            facts.append(
                ", ".join(f"{cards.get(e.key, e.key)} {e.vp}" for e in score.cards if e.vp)
            )
    return Page(
        translate("The end"),
        translate("The game is over"),
        people,
        tuple(facts),
        (end_row(translate),),
        first_large=True,
    )
