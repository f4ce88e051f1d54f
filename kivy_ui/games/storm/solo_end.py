"""The game against the robot at its end: both scores, and what each named card brought."""

from __future__ import annotations

from companion.catalog.storm_loader import load_storm_cards
from companion.games.storm.solo import SoloScore
from companion.games.storm.view import SoloView
from kivy_ui.common.pages import Page, Person, end_row
from kivy_ui.common.ui_context import UiContext


def solo_end(ui: UiContext, view: SoloView, people: tuple[Person, ...]) -> Page:
    """Return the page of a game that is over (section 3.8)."""
    translate = ui.translate
    score = view.state.score
    facts: tuple[str, ...] = ()
    if score is not None:
        result = {
            True: translate("You win."),
            False: translate("The robot wins."),
            None: translate("A draw: the rules settle no further tie."),
        }[score.won]
        numbers = translate(
            "You: %(mine)s VP (tie-break %(my_tie)s). Robot: %(its)s VP (%(its_tie)s).",
            mine=score.player,
            my_tie=score.player_tie,
            its=score.robot,
            its_tie=score.robot_tie,
        )
        facts = (result, numbers, *_card_lines(ui, score))
    return Page(
        translate("The end"),
        translate("The game is over"),
        people,
        facts,
        (end_row(translate),),
        first_large=True,
    )


def _card_lines(ui: UiContext, score: SoloScore) -> tuple[str, ...]:
    """What each named card scored."""
    if not score.cards:
        return ()
    deck = load_storm_cards()
    lines = ", ".join(f"{deck[card.key].name} {card.vp}" for card in score.cards)
    return (ui.translate("Your cards: %(cards)s", cards=lines),)
