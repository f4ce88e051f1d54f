"""Names of Galactic Emperor's roles, pieces and technologies, by the keys of the pieces."""

from types import MappingProxyType
from typing import Final

from companion.games.emperor.options import GOODS, TileKind
from companion.games.emperor.state import Role
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Force, Ship, Target, Token
from companion.games.question import Piece
from companion.i18n import N_, Translator
from kivy_ui.common.rule_book import rule_book

RULES: Final = rule_book(__package__)
WORDS: Final = MappingProxyType(
    {
        "role/explorer": N_("Explorer"),
        "role/merchant": N_("Merchant"),
        "role/steward": N_("Steward"),
        "role/engineer": N_("Engineer"),
        "role/warlord": N_("Warlord"),
        "role/regent": N_("Regent"),
        "role/scientist": N_("Scientist"),
        "role/second_warlord": N_("Second Warlord"),
        "ship/fighter": N_("Fighter"),
        "ship/cruiser": N_("Cruiser"),
        "ship/dreadnought": N_("Dreadnought"),
        "unit/dreadnought": N_("Dreadnought (laid on its side)"),
        "unit/damaged": N_("Damaged Dreadnought"),
        "unit/cruiser": N_("Cruiser"),
        "unit/fighter": N_("Fighter"),
        "unit/starbase": N_("Starbase (becomes an Empire)"),
        "unit/empire": N_("Empire"),
        "token/empire": N_("Empire"),
        "token/starbase": N_("Starbase"),
        "technology/ambassador": N_("Ambassador"),
        "technology/shield_generators": N_("Shield Generators"),
        "technology/ion_cannons": N_("Ion Cannons"),
        "technology/plasma_weapons": N_("Plasma Weapons"),
        "technology/fusion_engines": N_("Fusion Engines"),
        "technology/robotics": N_("Robotics"),
        "technology/protein_fields": N_("Protein Fields"),
        "technology/saboteur": N_("Saboteur"),
        "technology/diplomat": N_("Diplomat"),
        "technology/time_warp": N_("Time Warp"),
        "technology/star_pirate": N_("Star Pirate"),
        "technology/long_range_scanners": N_("Long Range Scanners"),
        "colour/white": N_("white dice"),
        "colour/red": N_("red dice"),
        "colour/purple": N_("purple dice"),
        "colour/cyan": N_("cyan dice"),
        "colour/brown": N_("brown dice"),
        "colour/green": N_("green dice"),
        "colour/yellow": N_("yellow dice"),
        "colour/blue": N_("blue dice"),
        "colour/black": N_("black dice"),
        "colour/orange": N_("orange dice"),
        "colour/pink": N_("pink dice"),
        "counter/marks": N_("marks"),
        "counter/metal": N_("metal"),
        "counter/energy": N_("energy"),
        "counter/fighters": N_("Fighters"),
        "counter/cruisers": N_("Cruisers"),
        "counter/dreadnoughts": N_("Dreadnoughts"),
        "cube/food": N_("food"),
        "cube/metal": N_("metal"),
        "cube/energy": N_("energy"),
        "planets": N_("planets"),
        "throne": N_("Throne"),
        "tile/empty": N_("No planet"),
        "tile/sun": N_("A Sun"),
        "tile/black_hole": N_("The Black Hole"),
        "tile/other": N_("Another tile"),
        "reason/planets": N_("Planets"),
        "reason/full_storage": N_("Full Storage"),
        "reason/most_marks": N_("Most marks"),
    }
)
"""Names of pieces, and of reasons for VP at the end, by the piece's key."""

_KINDS: Final = MappingProxyType(
    {Role: "role", Ship: "ship", Target: "unit", Token: "token", Technology: "technology"}
)


def piece_word(translate: Translator, piece: Piece) -> str:
    """Return the name of a piece of a question; the number of a die, hex or sector."""
    found, name = WORDS.get(piece.key), piece.key.rpartition("/")[2]
    kind = TileKind.named(name) if piece.key.startswith("tile/") else None
    if kind is not None:
        goods = ((translate(WORDS[f"cube/{good}"]), getattr(kind, good)) for good in GOODS)
        yields = (f"{good} {count}" for good, count in goods if count)
        planets = translate.plural("%(count)s planet", "%(count)s planets", kind.planets)
        return ", ".join((planets, *yields) if kind.planets > 1 else yields) or planets
    return translate(found) if found is not None else name


def word(translate: Translator, what: Role | Ship | Target | Token | Technology) -> str:
    """Return the name of a role, a ship class, what takes a hit, a token or a technology."""
    return translate(WORDS[f"{_KINDS[type(what)]}/{what.value}"])


def colour_word(translate: Translator, colour: str) -> str:
    return piece_word(translate, Piece(f"colour/{colour}"))


def technology_effect(translate: Translator, technology: Technology) -> str:
    """Return a technology's effect: the text after its name in its rule."""
    name = WORDS[f"technology/{technology.value}"]
    lines = (line for topic in RULES.topics for line in topic.lines)
    effect = next(line for line in lines if line.startswith(f"{name}:"))
    return translate(effect).partition(":")[2].strip()


def force_words(translate: Translator, force: Force) -> str:
    parts = [f"{word(translate, ship)} {force.count(ship)}" for ship in Ship if force.count(ship)]
    if force.token is Token.EMPIRE:
        parts.append(translate("Empire"))
    if force.token is Token.STARBASE:
        parts.append(translate("Starbase"))
    return ", ".join(parts) or translate("nothing")
