"""The twelve technologies (section 5)."""

from enum import Enum


class Technology(Enum):
    """The technologies; each exists once."""

    __hash__ = object.__hash__  # as of ``companion/games/roll/model/dice.py``

    AMBASSADOR = "ambassador"
    SHIELD_GENERATORS = "shield_generators"
    ION_CANNONS = "ion_cannons"
    PLASMA_WEAPONS = "plasma_weapons"
    FUSION_ENGINES = "fusion_engines"
    ROBOTICS = "robotics"
    PROTEIN_FIELDS = "protein_fields"
    SABOTEUR = "saboteur"
    DIPLOMAT = "diplomat"
    TIME_WARP = "time_warp"
    STAR_PIRATE = "star_pirate"
    LONG_RANGE_SCANNERS = "long_range_scanners"


ONCE_A_ROUND = frozenset({Technology.SABOTEUR, Technology.TIME_WARP})
"""Technologies that work in any role, but only once (section 5)."""
