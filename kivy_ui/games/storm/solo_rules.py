"""Rules of the game against the robot in our own words, by section of the rules digest."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.storm.solo import SoloStep
from companion.games.storm.view import SoloView
from companion.i18n import N_
from kivy_ui.common.rule_book import topic

SOLO_RULES: Final = (
    topic(
        "3",
        N_("The two-player rules"),
        "action/x2",
        N_("There are no goals. Each round you choose two of your nine action cards."),
        N_("With both Explores you draw 8 cards and keep 2."),
        N_("With two Develops or two Settles you play that phase twice, each time with the bonus."),
        N_("With both Consumes you first sell a good, then you consume for double VP."),
    ),
    topic(
        "3.1",
        N_("Set-up"),
        "storm/stack",
        N_(
            "Lay out 24 VP in chips, and the 6-cost counters of the difficulty: 1 (easy) or"
            " 2 (medium) worth 6 VP each, or 3 (hard) worth 9 VP each."
        ),
        N_("You and the robot get one start world each. The others are shuffled into the deck."),
        N_(
            "The robot begins with 1 credit, an economy of 0 and 4 cards face down. Some "
            "start worlds change this."
        ),
    ),
    topic(
        "3.2",
        N_("The robot's start worlds"),
        "world/alien_technology",
        N_(
            "The start world sets what the “robot =” counter shows: Trade for Old Earth and"
            " Ancient Race; for the others look at the back of the mat."
        ),
        N_("Old Earth: after the robot's first Trade the “robot =” counter becomes x2."),
        N_(
            "Damaged Alien Factory: after Trade the “robot =” counter changes to Produce, "
            "after Produce to Trade."
        ),
        N_(
            "Epsilon Eridani, New Sparta and Separatist Colony look for military worlds. As"
            " a response, Settle is free for them."
        ),
        N_("Alpha Centauri: in Settle the robot draws 4 cards; its response is free."),
        N_("New Sparta: in Settle the robot draws 5 cards, as a response 4."),
        N_(
            "Separatist Colony: in Explore the robot draws 3 cards, with both dice 7, as a "
            "response 3."
        ),
        N_(
            "Doomed World: in its first Settle turn over the draw pile up to a non-military"
            " world of 3 VP or more, which the robot places. It gains 2 credits and 1 "
            "economy, and Doomed World leaves the game."
        ),
    ),
    topic(
        "3.3",
        N_("The two dice"),
        "robot/match",
        N_("A robot face counts as the face on the “robot =” counter."),
        N_("A match face copies one of your actions."),
        N_("One die has two robot faces. Both dice have a match face."),
        N_("If both dice ask for the same single space, its action is done once."),
    ),
    topic(
        "3.4",
        N_("The mat"),
        "symbol/mat",
        N_(
            "The spaces from left to right are two Explore, two Develop, two Settle, Trade,"
            " x2 and Produce."
        ),
        N_(
            "If you choose only one Explore, Develop or Settle, your marker stands on the "
            "left space of its pair."
        ),
    ),
    topic(
        "3.5",
        N_("Rounds"),
        "action/explore",
        N_("Mark your two actions on the mat, roll the two dice and place them."),
        N_("Then play the phases from left to right. In each phase you act first, then the robot."),
        N_("At the end of the round discard down to 10 cards. The robot keeps all of its cards."),
    ),
    topic(
        "3.6",
        N_("Placing the dice"),
        "robot/develop",
        N_(
            "Place each die on the space that it shows. A robot face goes where the “robot "
            "=” counter says."
        ),
        N_(
            "Place a single match under your right marker. If a die lies there already, "
            "place it under the other one."
        ),
        N_("Place two matches under your two markers, one under each."),
        N_(
            "If both of your markers stand on one pair, a match goes under the left one; if"
            " a die lies there, under the right one."
        ),
    ),
    topic(
        "3.7",
        N_("What the robot does"),
        "robot/robot",
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
    topic(
        "3.8",
        N_("End of the game"),
        "chip",
        N_(
            "The game ends with the round in which a tableau has 12 cards, or the 24 VP in "
            "chips are used up; the robot's placed counters are cards."
        ),
        N_(
            "The robot scores its chips and the VP of its cards. Each 6-cost card and each "
            "placed counter is worth 6 VP, or 9 at the hard level."
        ),
        N_("You score your chips, the VP of your cards and their bonuses."),
        N_(
            "On a tie compare its credits and economy with your hand cards and goods; the "
            "larger number wins."
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
