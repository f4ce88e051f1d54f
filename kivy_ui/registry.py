"""The registry of playable games: one entry per game."""

from typing import Final

from companion.i18n import N_
from kivy_ui.common.game_choices import GameChoice, GameUis

GAME_UIS: Final = GameUis(
    (
        GameChoice(
            "roll",
            "Roll for the Galaxy",
            "2-5",
            ("die/genes/settle", "die/home/explore"),
            "kivy_ui.games.roll.ui:GAME",
        ),
        GameChoice(
            "gathering_storm",
            N_("The Gathering Storm: goals"),
            "2-5",
            ("goal/galactic_status", "chip"),
            "kivy_ui.games.storm.ui:GOALS",
        ),
        GameChoice(
            "gathering_storm_draft",
            N_("The Gathering Storm: draft"),
            "2-3",
            ("storm/back", "world/novelty"),
            "kivy_ui.games.storm.ui:DRAFT",
        ),
        GameChoice(
            "gathering_storm_solo",
            N_("The Gathering Storm: against the robot"),
            "1",
            ("storm/stack", "robot/robot"),
            "kivy_ui.games.storm.ui:SOLO",
        ),
        GameChoice(
            "galactic_emperor",
            "Galactic Emperor",
            "3-6",
            ("throne", "ship/cruiser"),
            "kivy_ui.games.emperor.ui:GAME",
        ),
        GameChoice(
            "rule_the_galaxy",
            "Rule the Galaxy",
            "1-4",
            ("unit/kylo_ren", "card/rey"),
            "kivy_ui.games.rule.ui:GAME",
        ),
    )
)
"""In display order on the start screen; names marked with ``N_`` are translated."""
