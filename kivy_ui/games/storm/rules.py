"""The rules of The Gathering Storm in our own words, by section of the rules digest."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.storm.solo import SoloStep
from companion.games.storm.table import Step
from companion.games.storm.view import GoalsView, SoloView
from companion.i18n import N_
from kivy_ui.common.rule_book import RuleTopic

GOAL_RULES: Final = (
    RuleTopic(
        "2.1",
        N_("Set-up"),
        (
            N_("Two large and four small goals lie open; the 3 VP chips beside them."),
            N_("The VP pool holds 12 VP in chips for each player."),
        ),
    ),
    RuleTopic(
        "2.2",
        N_("The ten goals"),
        (
            N_("Galactic Standard of Living: 5 VP in chips, after Consume."),
            N_("System Diversity: a world of each of the four kinds, after Settle."),
            N_("Overlord Discoveries: 3 ALIEN cards, after Develop and Settle."),
            N_("Budget Surplus: discarded to the hand limit, at the end of the round."),
            N_("Innovation Leader: a power in each of the six rows, after Develop and Settle."),
            N_("Galactic Status: a 6-cost development with ?, after Develop."),
            N_("Greatest Military: most general military, from 6, after Develop and Settle."),
            N_("Largest Industry: most Novelty and Rare worlds, from 3, after Settle."),
            N_("Greatest Infrastructure: most developments, from 4, after Develop."),
            N_("Production Leader: most production worlds, from 4, after Settle."),
        ),
    ),
    RuleTopic(
        "2.3",
        N_("Small goals"),
        (
            N_("Who meets one first takes it for 3 VP and keeps it for good."),
            N_("Who meets it in the same phase takes a 3 VP chip instead."),
        ),
    ),
    RuleTopic(
        "2.4",
        N_("Large goals"),
        (
            N_("At the end of its phase who alone has most takes it; equal, the holder keeps it."),
            N_("Several others with most: the tile goes to the centre."),
            N_("Whose number falls below the least one loses it at once."),
        ),
    ),
    RuleTopic(
        "2.5",
        N_("End of the game"),
        (
            N_("A large goal is 5 VP; who has as many without it takes a 3 VP chip."),
            N_("Goals are no VP chips."),
        ),
    ),
)

SOLO_RULES: Final = (
    RuleTopic(
        "3.1",
        N_("Set-up"),
        (
            N_("Easy: 1 counter of 6 VP. Medium: 2 of 6. Hard: 3 of 9."),
            N_("The robot begins with credit 1, economy 0 and 4 cards; some start worlds differ."),
        ),
    ),
    RuleTopic(
        "3.5",
        N_("Rounds"),
        (
            N_("Mark two actions, roll the dice, place them; then from left to right."),
            N_("In each phase you first, then the robot. You discard to 10 cards."),
        ),
    ),
    RuleTopic(
        "3.6",
        N_("Placing the dice"),
        (
            N_("Each die goes to its space; the robot face to what the robot counter shows."),
            N_("A match goes under your right marker; under the other one if a die lies there."),
            N_("Two matches: one under each marker."),
        ),
    ),
    RuleTopic(
        "3.7",
        N_("What the robot does"),
        (
            N_("Explore: draws 1 and credit +1; both dice: 3 cards."),
            N_(
                "Develop: with credit 2 a counter for 2 credit; else draws 1 and flips to find a "
                "development; one of cost 6 costs 1 credit."
            ),
            N_("Settle: draws 3 and flips to find a world that is not military, free."),
            N_("Trade: credit +2 and VP as its economy. x2: twice its economy, economy +1."),
            N_("Produce: economy +1."),
            N_("Phases that only you chose: it answers with less, and mostly pays 1 credit."),
        ),
    ),
)

_OF_GOALS: Final = MappingProxyType({Step.SET_UP: "2.1", Step.PLAY: "2.4", Step.OVER: "2.5"})
_OF_SOLO: Final = MappingProxyType(
    {SoloStep.SET_UP: "3.1", SoloStep.ACTIONS: "3.5", SoloStep.DICE: "3.6"}
)


def goal_rule_of(view: GoalsView) -> str:
    """Return the section of the step."""
    return _OF_GOALS[view.state.step]


def solo_rule_of(view: SoloView) -> str:
    """Return the section of the step; what is left is the robot's part."""
    return _OF_SOLO.get(view.state.step, "3.7")
