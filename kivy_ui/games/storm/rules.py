"""Rules of The Gathering Storm in our own words, by section of the rules digest."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.storm.draft import DraftState
from companion.games.storm.table import Step
from companion.games.storm.view import GoalsView
from companion.i18n import N_
from kivy_ui.common.rule_book import topic

GOAL_RULES: Final = (
    topic(
        "2.1",
        N_("Set-up"),
        "storm/stack",
        N_("Two large and four small goals are face up; the 3 VP chips beside them."),
        N_("The VP pool holds 12 VP in chips for each player."),
    ),
    topic(
        "2.2",
        N_("The ten goals"),
        "goal/galactic_status",
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
    topic(
        "2.3",
        N_("Small goals"),
        "goal/system_diversity",
        N_("The first player to meet one takes it for 3 VP and keeps it."),
        N_("Others who meet it in the same phase take a 3 VP chip instead."),
    ),
    topic(
        "2.4",
        N_("Large goals"),
        "goal/greatest_military",
        N_(
            "The player who alone has most at the end of its phase takes it; on a tie the "
            "holder keeps it."
        ),
        N_("If several others tie for the most, the tile goes to the centre."),
        N_("A player whose number falls below the minimum loses it at once."),
    ),
    topic(
        "2.5",
        N_("End of the game"),
        "symbol/flag",
        N_("A large goal is worth 5 VP; a player who ties with the holder takes a 3 VP chip."),
        N_("Goals are not VP chips."),
    ),
    topic(
        "2.6",
        N_("Scoring"),
        "chip",
        N_("Goal tiles, 3 or 5 VP, and goal chips, 3 VP, are added to your total."),
        N_("They do not count for Galactic Renaissance or for Galactic Standard of Living."),
    ),
    topic(
        "5",
        N_("New powers"),
        "world/genes",
        N_(
            "Space Mercenaries: military +1; discard up to two cards for +1 each in this "
            "Settle phase."
        ),
        N_(
            "Improved Logistics: settle a second world in the same phase, without powers "
            "of the first."
        ),
        N_(
            "Clandestine Uplift Lab: a Genes good sold draws +1 card per world with the "
            "uplift symbol."
        ),
        N_("Alien Toy Shop: its own Alien good is consumed there for 2 VP."),
        N_("Damaged Alien Factory: it produces only if you discard a card."),
        N_("Imperium Lords: in Produce draw a card for each military world."),
    ),
    topic(
        "6",
        N_("6-cost developments"),
        "storm/counter",
        N_("Each card of the tableau, the development too, scores by the first line that fits it."),
        N_("Galactic Genome Project: 2 for each Genes world, 3 for each Genetics Lab."),
        N_("Terraforming Guild: 2 for each windfall world and each TERRAFORMING card."),
        N_("Imperium Lords: 2 for each IMPERIUM card, 1 for each other military world."),
    ),
)

DRAFT_RULES: Final = (
    topic(
        "4",
        N_("Draft"),
        "storm/back",
        N_(
            "Two or three play. Everybody gets an odd and an even start world, face down. "
            "The rest is shuffled into the deck."
        ),
        N_(
            "Everybody draws five cards, keeps one and passes the others to the left until "
            "all are taken. The next five go to the right."
        ),
        N_(
            "Two players draft 65 cards each, and 2 are left over. Three players draft 40 "
            "each, and 10 are left over."
        ),
        N_(
            "Everybody shuffles these cards, draws six, and keeps four of them (three with "
            "Ancient Race) and one start world."
        ),
        N_("Everybody has their own deck and discard pile."),
    ),
)

_OF_GOALS: Final = MappingProxyType({Step.SET_UP: "2.1", Step.PLAY: "2.4", Step.OVER: "2.6"})


def goal_rule_of(view: GoalsView) -> str:
    """Return the rules section of the current step."""
    return _OF_GOALS[view.state.step]


def draft_rule_of(_view: DraftState) -> str:
    """Return the rules section of the draft."""
    return "4"
