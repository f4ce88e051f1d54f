"""The result of goal tracking, and where its points come from."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.games.storm.cards import CardPoints
from companion.games.storm.table import TableScore
from companion.games.storm.view import GoalsView
from companion.i18n import N_
from kivy_ui.asking.results import Explain, PointSource, explained_points, rank_of, result_page
from kivy_ui.asking.telling import Telling
from kivy_ui.games.storm.looks import card_picture, decks, goal_picture
from kivy_ui.games.storm.words import counted_word, goal_word
from kivy_ui.pages.page import Page, Picture
from kivy_ui.pages.scores import Pattern, Reason, Why

SOURCES: Final = {
    "chips": PointSource(
        Pattern.PLAIN, Picture("chip"), N_("VP chips"),
        N_("VP chips that were gained in Consume phases."),
    ),
    "cards": PointSource(
        Pattern.DIAGONAL, Picture("storm/back"), N_("Cards"),
        N_("Cards and their bonuses, entered as one number."),
    ),
    "goals": PointSource(
        Pattern.DOTS, Picture("goal/galactic_status"), N_("Goals"),
        N_("No goal tile or goal chip was won."),
    ),
}  # fmt: skip


def over(tell: Telling, view: GoalsView) -> Page:
    """Return the page of a finished game; equal totals share a rank."""
    ranks = (
        rank_of(tell, score.seat, _points(score), SOURCES, wins=score.rank == 1)
        for score in view.state.scores
    )
    return result_page(tell, ranks)


def _points(score: TableScore) -> dict[str, int]:
    goals = sum(vp for _, vp in score.goals)
    return {"chips": score.vp_chips, "cards": score.card_vp, "goals": goals}


def explained(tell: Telling, view: GoalsView, what: Explain) -> Why:
    """Return a player's points by source; of the goals each tile, of named cards each card."""
    score = next(each for each in view.state.scores if each.seat == what.seat)
    what = replace(what, source=what.source or "goals")
    lines = {
        "goals": tuple(
            Reason(goal_picture(goal), goal_word(tell.translate, goal), vp)
            for goal, vp in score.goals
        ),
        "cards": tuple(card_reasons(tell, score.cards)),
    }
    return explained_points(tell, what, _points(score), SOURCES, lines.get(what.source, ()))


def card_reasons(tell: Telling, cards: tuple[CardPoints, ...]) -> Iterator[Reason]:
    """Yield each named card, the start world among them, with what counts for it."""
    deck = decks(False)
    for line in cards:
        card = deck[line.key]
        because = (f"{counted_word(tell.translate, key)} {vp}" for key, vp in line.because if vp)
        yield Reason(card_picture(card), card.name, line.vp, text=", ".join(because))
