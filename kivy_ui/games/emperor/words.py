"""Names of Galactic Emperor's roles, pieces and technologies."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.emperor.state import Role, Sector
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Force, Ship, Target, Token
from companion.i18n import N_, Translator
from kivy_ui.games.emperor.rules import RULES

_ROLES: Final = MappingProxyType(
    {
        Role.EXPLORER: N_("Explorer"),
        Role.MERCHANT: N_("Merchant"),
        Role.STEWARD: N_("Steward"),
        Role.ENGINEER: N_("Engineer"),
        Role.WARLORD: N_("Warlord"),
        Role.REGENT: N_("Regent"),
        Role.SCIENTIST: N_("Scientist"),
        Role.SECOND_WARLORD: N_("Second Warlord"),
    }
)
_SHIPS: Final = MappingProxyType(
    {
        Ship.FIGHTER: N_("Fighter"),
        Ship.CRUISER: N_("Cruiser"),
        Ship.DREADNOUGHT: N_("Dreadnought"),
    }
)
_TARGETS: Final = MappingProxyType(
    {
        Target.DREADNOUGHT: N_("Dreadnought (laid on its side)"),
        Target.DAMAGED: N_("Damaged Dreadnought"),
        Target.CRUISER: N_("Cruiser"),
        Target.FIGHTER: N_("Fighter"),
        Target.STARBASE: N_("Starbase (becomes an Empire)"),
        Target.EMPIRE: N_("Empire"),
    }
)
_TECHNOLOGIES: Final = MappingProxyType(
    {
        Technology.AMBASSADOR: N_("Ambassador"),
        Technology.SHIELD_GENERATORS: N_("Shield Generators"),
        Technology.ION_CANNONS: N_("Ion Cannons"),
        Technology.PLASMA_WEAPONS: N_("Plasma Weapons"),
        Technology.FUSION_ENGINES: N_("Fusion Engines"),
        Technology.ROBOTICS: N_("Robotics"),
        Technology.PROTEIN_FIELDS: N_("Protein Fields"),
        Technology.SABOTEUR: N_("Saboteur"),
        Technology.DIPLOMAT: N_("Diplomat"),
        Technology.TIME_WARP: N_("Time Warp"),
        Technology.STAR_PIRATE: N_("Star Pirate"),
        Technology.LONG_RANGE_SCANNERS: N_("Long Range Scanners"),
    }
)


DICE_COLOURS: Final = MappingProxyType(
    {
        "white": N_("white dice"),
        "red": N_("red dice"),
        "purple": N_("purple dice"),
        "cyan": N_("cyan dice"),
        "brown": N_("brown dice"),
        "green": N_("green dice"),
        "yellow": N_("yellow dice"),
        "blue": N_("blue dice"),
        "black": N_("black dice"),
        "orange": N_("orange dice"),
        "pink": N_("pink dice"),
    }
)
_TOKENS: Final = MappingProxyType({Token.EMPIRE: N_("Empire"), Token.STARBASE: N_("Starbase")})
_REASONS: Final = MappingProxyType(
    {
        "planets": N_("Planets"),
        "full_storage": N_("Full Storage"),
        "most_marks": N_("Most marks"),
    }
)


def token_word(translate: Translator, token: Token) -> str:
    """Return a token's name."""
    return translate(_TOKENS[token])


def reason_word(translate: Translator, reason: str) -> str:
    """Return the name of a reason for VP at the end."""
    return translate(_REASONS[reason])


def role_word(translate: Translator, role: Role) -> str:
    """Return a role's name."""
    return translate(_ROLES[role])


def ship_word(translate: Translator, ship: Ship) -> str:
    """Return the name of a ship class."""
    return translate(_SHIPS[ship])


def colour_word(translate: Translator, colour: str) -> str:
    """Return the name of the dice of a colour."""
    word = DICE_COLOURS.get(colour)
    return translate(word) if word is not None else colour


def target_word(translate: Translator, target: Target) -> str:
    """Return the name of what takes a hit."""
    return translate(_TARGETS[target])


def technology_word(translate: Translator, technology: Technology) -> str:
    """Return a technology's name."""
    return translate(_TECHNOLOGIES[technology])


def technology_effect(translate: Translator, technology: Technology) -> str:
    """Return a technology's effect: the text after its name in its rule."""
    name = _TECHNOLOGIES[technology]
    topic = next(topic for topic in RULES if topic.number == "5")
    rule = next(rule for rule in topic.rules if rule.startswith(f"{name}:"))
    return translate(rule).partition(":")[2].strip()


def force_words(translate: Translator, force: Force) -> str:
    """Return the composition of a force."""
    parts = [
        f"{ship_word(translate, ship)} {force.count(ship)}" for ship in Ship if force.count(ship)
    ]
    if force.token is Token.EMPIRE:
        parts.append(translate("Empire"))
    if force.token is Token.STARBASE:
        parts.append(translate("Starbase"))
    return ", ".join(parts) or translate("nothing")


def sector_words(translate: Translator, sector: Sector) -> str:
    """Return a sector's number and yields."""
    yields = translate(
        "food %(food)s, metal %(metal)s, energy %(energy)s",
        food=sector.food,
        metal=sector.metal,
        energy=sector.energy,
    )
    home = translate("home") + " " if sector.home else ""
    return f"{home}{sector.number} ({yields})"
