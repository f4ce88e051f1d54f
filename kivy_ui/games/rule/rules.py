"""Rules of Rule the Galaxy in our own words, by section of the rules digest."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.rule.state import Step
from companion.games.rule.view import TableView
from companion.i18n import N_
from kivy_ui.common.rule_book import topic

RULES: Final = (
    topic(
        "2",
        N_("Set-up"),
        "unit/back",
        N_("One card for each player; a bombardment goes back into the deck."),
        N_("Four units are face up on the start fields, four markers face down in the lanes."),
        N_("Infiltrators are shuffled into the upper half of the tiles."),
    ),
    topic(
        "3.1",
        N_("Drawing"),
        "card/back",
        N_("Draw cards one by one, as long as you like."),
        N_("A bombardment before any other card of the turn does nothing."),
        N_("Any later one takes all cards of this turn and ends drawing; older cards stay."),
        N_("The ninth bombardment: deck, discard pile and bombardments are shuffled together."),
    ),
    topic(
        "3.2",
        N_("Destroying units"),
        "card/rey",
        N_("Only the front unit of each lane can be shot, any number in a turn."),
        N_("Pay as many cards of its colour as its strength; BB-8 is any colour."),
        N_(
            "A captured infiltrator pays 2 of its colour, once, for a unit on any field; then "
            "it goes to the box."
        ),
    ),
    topic(
        "3.3",
        N_("Swapping"),
        "symbol/swap",
        N_("In your turn swap cards with others, one for one; never tiles."),
    ),
    topic(
        "3.4",
        N_("Advance"),
        "marker/bombardment",
        N_("After everybody's turn each unit moves a field; past the last one all lose."),
        N_("A unit that enters a marker: everybody discards that many cards."),
        N_("Players with fewer discard all; several markers are resolved in turn."),
        N_("Then four new units come onto the start fields."),
    ),
    topic(
        "4",
        N_("End of the game"),
        "unit/kylo_ren",
        N_("All units destroyed: the points of your tiles count, then the number of tiles."),
        N_("Infiltrators that were used do not count."),
        N_("Still tied: who breathes best like Vader."),
    ),
    topic(
        "5",
        N_("One or two players"),
        "unit/flametrooper",
        N_("The four units of strength 5 stay in the box."),
        N_("The movement marker is turned each round: units move on white only."),
    ),
)

_OF_STEP: Final = MappingProxyType(
    {
        Step.SET_UP: "2",
        Step.DRAW: "3.1",
        Step.SHOOT: "3.2",
        Step.OVER: "4",
    }
)


def rule_of(view: TableView) -> str:
    """Return the rules section of the current step; steps not listed belong to the advance."""
    return _OF_STEP.get(view.state.step, "3.4")
