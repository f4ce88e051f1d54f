"""The games that this companion knows, by key."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.games.definition import GameDefinition
from companion.games.emperor import GAME as GALACTIC_EMPEROR
from companion.games.roll import GAME as ROLL
from companion.games.rule import GAME as RULE_THE_GALAXY
from companion.games.storm import GOALS as GATHERING_STORM
from companion.games.storm import SOLO as GATHERING_STORM_SOLO

GAMES: Final[Mapping[str, GameDefinition]] = MappingProxyType(
    {
        game.key: game
        for game in (
            ROLL,
            GATHERING_STORM,
            GATHERING_STORM_SOLO,
            GALACTIC_EMPEROR,
            RULE_THE_GALAXY,
        )
    }
)
"""Key of the game -> its definition. A new game is one more line here."""
