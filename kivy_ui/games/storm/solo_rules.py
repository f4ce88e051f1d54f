"""Rules of the game against the robot in our own words, by section of the rules digest."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.storm.solo import SoloStep
from companion.games.storm.view import SoloView
from companion.i18n import N_
from kivy_ui.common.rule_book import RuleTopic

SOLO_RULES: Final = (
    RuleTopic(
        "3",
        N_("The two-player rules"),
        (
            N_("Each round choose two of nine action cards; there are no goals."),
            N_(
                "Both Explores: draw 8, keep 2. Two Develops or Settles: two phases, the bonus "
                "in each."
            ),
            N_("Both Consumes: sell a good, then consume for double VP."),
        ),
    ),
    RuleTopic(
        "3.1",
        N_("Set-up"),
        (
            N_("Easy: 1 counter of 6 VP. Medium: 2 of 6. Hard: 3 of 9."),
            N_("The robot begins with credit 1, economy 0 and 4 cards; some start worlds differ."),
        ),
    ),
    RuleTopic(
        "3.2",
        N_("The robot's start worlds"),
        (
            N_(
                "What “robot =” shows: Trade for Old Earth and Ancient Race, else the back of "
                "the mat."
            ),
            N_("Old Earth: after its first Trade “robot =” is x2."),
            N_(
                "Damaged Alien Factory: “robot =” changes between Trade and Produce after that "
                "action."
            ),
            N_(
                "Epsilon Eridani, New Sparta, Separatist Colony settle military worlds; Settle "
                "answers are free."
            ),
            N_(
                "Settle draws 4 with Alpha Centauri, whose answers are free; with New Sparta "
                "5, answering 4."
            ),
            N_("Separatist Colony: Explore draws 3, both dice 7, an answer 3."),
            N_(
                "Doomed World: its first Settle flips the draw pile to a non-military world of "
                "3 VP or more; credit +2, economy +1, and Doomed World is gone."
            ),
        ),
    ),
    RuleTopic(
        "3.3",
        N_("The two dice"),
        (
            N_("Robot: what “robot =” shows. Match: copies one of your actions."),
            N_("One die has two robot faces; both have a match."),
            N_("Where both ask for the same single space, its action is done once."),
        ),
    ),
    RuleTopic(
        "3.4",
        N_("The mat"),
        (
            N_("From left to right: two Explore, two Develop, two Settle, Trade, x2, Produce."),
            N_("A single Explore, Develop or Settle marker is on the left space of its pair."),
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
            N_(
                "A match goes under your right marker; under the other one if there is a die there."
            ),
            N_("Two matches: one under each marker."),
            N_(
                "Both your markers on one pair: a match goes under the left one, else "
                "under the right."
            ),
        ),
    ),
    RuleTopic(
        "3.7",
        N_("What the robot does"),
        (
            N_("Explore: it draws 1 card and gains 1 credit; if both dice are here, it draws 3."),
            N_(
                "Develop: with 2 credit or more it pays 2 and places a counter. Otherwise it draws "
                "1 card and turns cards over until a development comes; a 6-cost one costs it "
                "1 credit."
            ),
            N_(
                "Settle: it draws 3 cards, then turns cards over until a non-military world comes; "
                "that is free."
            ),
            N_("Trade: it gains 2 credit and as many VP as its economy."),
            N_("x2: it gains twice its economy in VP, then its economy goes up by 1."),
            N_("Produce: its economy goes up by 1."),
            N_("If only you chose Explore, it draws 1 card."),
            N_("If only you chose Consume, it gains as many VP as its economy."),
            N_("If only you chose Produce, it does nothing."),
            N_(
                "If only you chose Develop, it pays 3 credit for a counter if it can; otherwise it "
                "turns cards over and pays 1 credit."
            ),
            N_(
                "If only you chose Settle, it draws 2 cards, turns cards over and pays 1 credit; "
                "without credit it does nothing."
            ),
        ),
    ),
    RuleTopic(
        "3.8",
        N_("End of the game"),
        (
            N_(
                "The game ends with the round in which a tableau has 12 cards, or the 24 VP in "
                "chips are used up; the robot's placed counters are cards."
            ),
            N_("Robot: chips, VP of its cards; each 6-cost card or placed counter 6, hard 9."),
            N_("You: chips, VP of your cards and their bonuses."),
            N_("Tie: its credit and economy against your hand cards and goods."),
        ),
    ),
)

_OF_SOLO: Final = MappingProxyType(
    {
        SoloStep.SET_UP: "3.1",
        SoloStep.ACTIONS: "3.5",
        SoloStep.DICE: "3.6",
        **dict.fromkeys((SoloStep.FINAL, SoloStep.OVER), "3.8"),
    }
)


def solo_rule_of(view: SoloView) -> str:
    """Return the rules section of the current step; steps not listed are the robot's actions."""
    return _OF_SOLO.get(view.state.step, "3.7")
