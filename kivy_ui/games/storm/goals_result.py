"""The result of goal tracking, and where its points come from."""

from collections.abc import Iterator
from typing import Final

from companion.games.storm.cards import CardPoints
from companion.games.storm.table import TableScore
from companion.games.storm.view import GoalsView
from kivy_ui.asking.game_pages import Explain, result_page
from kivy_ui.asking.telling import Telling
from kivy_ui.games.storm.looks import card_picture, decks, goal_picture
from kivy_ui.games.storm.words import counted_word, goal_word
from kivy_ui.pages.page import Page, Picture
from kivy_ui.pages.scores import Pattern, Rank, Reason, Share, Source, Why

_SOURCES: Final = {
    "chips": (Pattern.PLAIN, Picture("chip")),
    "cards": (Pattern.DIAGONAL, Picture("storm/back")),
    "goals": (Pattern.DOTS, Picture("goal/galactic_status")),
}


def over(tell: Telling, view: GoalsView) -> Page:
    """Return the page of a finished game; equal totals share a rank."""
    translate = tell.translate
    ranks = tuple(
        Rank(
            tell.seat(score.seat),
            score.total,
            tuple(
                Share(_SOURCES[key][0], points, _SOURCES[key][1])
                for key, points in _points(score).items()
            ),
            translate("wins") if score.rank == 1 else "",
            Explain(score.seat),
        )
        for score in view.state.scores
    )
    return result_page(tell, ranks)


def _points(score: TableScore) -> dict[str, int]:
    goals = sum(vp for _, vp in score.goals)
    return {"chips": score.vp_chips, "cards": score.card_vp, "goals": goals}


def explained(tell: Telling, view: GoalsView, what: Explain) -> Why:
    """Return a player's points by source; of the goals each tile, of named cards each card."""
    translate = tell.translate
    score = next(each for each in view.state.scores if each.seat == what.seat)
    words = {
        "chips": translate("VP chips"),
        "cards": translate("Cards"),
        "goals": translate("Goals"),
    }
    points, shown = _points(score), what.source or "goals"
    sources = tuple(
        Source(Explain(what.seat, key), _SOURCES[key][1], words[key], points[key], key == shown)
        for key in words
    )
    lines = {
        "goals": tuple(
            Reason(goal_picture(goal), goal_word(translate, goal), vp) for goal, vp in score.goals
        ),
        "cards": tuple(card_reasons(tell, score.cards)),
    }
    told = {
        "chips": translate("VP chips that were gained in Consume phases."),
        "cards": translate("Cards and their bonuses, entered as one number."),
        "goals": translate("No goal tile or goal chip was won."),
    }
    whole = Reason(_SOURCES[shown][1], words[shown], points[shown], text=told[shown])
    return Why(sources, lines.get(shown) or (whole,))


def card_reasons(tell: Telling, cards: tuple[CardPoints, ...]) -> Iterator[Reason]:
    """Yield each named card, the start world among them, with what counts for it."""
    deck = decks(False)
    for line in cards:
        card = deck[line.key]
        because = (f"{counted_word(tell.translate, key)} {vp}" for key, vp in line.because if vp)
        yield Reason(card_picture(card), card.name, line.vp, text=", ".join(because))
