"""The terms of the game in the chosen language."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.roll.model.dice import COLOURS, DieType, Face, Phase, Place
from companion.games.roll.model.state import EndReason
from companion.games.roll.phases.counters import Correctable
from companion.games.roll.rules.needs import Need
from companion.i18n import N_, Translator

_PHASES: Final = MappingProxyType(
    {
        Phase.EXPLORE: N_("Explore"),
        Phase.DEVELOP: N_("Develop"),
        Phase.SETTLE: N_("Settle"),
        Phase.PRODUCE: N_("Produce"),
        Phase.SHIP: N_("Ship"),
    }
)
_DICE: Final = MappingProxyType(
    {
        DieType.HOME: N_("Home"),
        DieType.MILITARY: N_("Military"),
        DieType.CONSUMPTION: N_("Consumption"),
        DieType.NOVELTY: N_("Novelty"),
        DieType.RARE_ELEMENTS: N_("Rare Elements"),
        DieType.GENES: N_("Genes"),
        DieType.ALIEN_TECHNOLOGY: N_("Alien Technology"),
    }
)
_OTHER_DICE: Final = MappingProxyType(
    {
        "d6": N_("Ordinary die"),
        "robot_a": N_("First robot die"),
        "robot_b": N_("Second robot die"),
    }
)
_COLOURS: Final = MappingProxyType(
    {
        "white": N_("white"),
        "red": N_("red"),
        "purple": N_("purple"),
        "cyan": N_("cyan"),
        "brown": N_("brown"),
        "green": N_("green"),
        "yellow": N_("yellow"),
    }
)
_LOCATIONS: Final = MappingProxyType(
    {
        "cup": N_("cup"),
        "citizenry": N_("Citizenry"),
        "column": N_("under a phase"),
        "mat": N_("behind the screen"),
        "dictate": N_("Dictate"),
        "developers": N_("development stack"),
        "settlers": N_("world stack"),
        "development": N_("development stack"),
        "world": N_("world stack"),
        "stack": N_("construction stack"),
        "good": N_("goods"),
        "stock": N_("supply"),
        "bag": N_("bag"),
        "abandoned": N_("abandoned tiles"),
        "hand": N_("drawn tiles"),
        "vp_pool": N_("VP pool"),
        "tableau": N_("tableau"),
        "lent": N_("borrowed"),
    }
)
"""Places of dice, tiles and chips by the keys of the game: of moves, corrections and pieces."""
_COUNTERS: Final = MappingProxyType(
    {
        Correctable.CREDITS: N_("Credits"),
        Correctable.VP_CHIPS: N_("VP chips"),
        Correctable.TILES: N_("Tiles"),
        Correctable.VP_POOL: N_("VP pool"),
        Correctable.ROUND: N_("Round"),
    }
)
_END: Final = MappingProxyType(
    {
        EndReason.VP_POOL: N_("Last round: the VP pool is used up"),
        EndReason.TILES: N_("Last round: somebody has 12 tiles"),
    }
)
_OVER: Final = MappingProxyType(
    {
        EndReason.VP_POOL: N_("The VP pool was used up."),
        EndReason.TILES: N_("Somebody has 12 tiles or more."),
        EndReason.STOPPED: N_("You ended it early: the points of what is on the table."),
    }
)
NEEDS: Final = MappingProxyType(
    {
        "scan_mat": N_("Lift the screens. Mats still to read: %(who)s"),
        "doubtful_die": N_("%(who)s: is each die marked with ! right? Tap the tick, or the die."),
        "no_selection": N_("No phase selected: %(who)s"),
        "two_selections": N_("More than one phase selected: %(who)s"),
        "mat_dice": N_("Not the dice that were rolled: %(who)s"),
        "all_dictated": N_("A Dictate also moves a worker below the strip; none is there: %(who)s"),
        "unusual_place": N_("Dice are under phases that they do not show: %(who)s"),
        "impossible_dice": N_("There are more dice of one kind than in the box"),
        "spare_die": N_("Roll one Home die from the supply and enter its face"),
    }
)
"""What is missing or unusual at Reveal, by the code of the need."""


class Words:
    """Names and sentences of the game.

    Args:
        translate: the translator of the chosen language.
    """

    def __init__(self, translate: Translator) -> None:
        self.translate = translate

    def phase(self, phase: Phase) -> str:
        """Return the name of a phase."""
        return self.translate(_PHASES[phase])

    def face(self, face: Face) -> str:
        """Return the name of a die's face."""
        return self.translate("Wild") if face is Face.WILD else self.phase(Phase(face.value))

    def die(self, die: DieType) -> str:
        """Return the name of a kind of die."""
        return self.translate(_DICE[die])

    def die_of(self, key: str) -> str:
        """Return the name of a die by its key, also of an ordinary one and of the robot's.

        The words of a key may be spelt with spaces; an unknown one is returned as it is.
        """
        spelt = key.strip().replace(" ", "_")
        if spelt in {die.value for die in DieType}:
            return self.die(DieType(spelt))
        return self.translate(_OTHER_DICE[spelt]) if spelt in _OTHER_DICE else key

    def colour(self, die: DieType) -> str:
        """Return the name of the body colour of a kind of die."""
        return self.translate(_COLOURS[COLOURS[die]])

    def place(self, place: Place) -> str:
        """Return the text of a die's place on the mat."""
        if place.phase is None:
            return self.translate("on Dictate")
        if place.selecting:
            return self.translate("selects %(phase)s", phase=self.phase(place.phase))
        return self.translate("under %(phase)s", phase=self.phase(place.phase))

    def location(self, key: str) -> str:
        """Return where something is on the table, by the game's key of the place."""
        return self.translate(_LOCATIONS[key])

    def counter(self, counter: Correctable) -> str:
        """Return the name of a counter."""
        return self.translate(_COUNTERS[counter])

    def last_round(self, reasons: tuple[EndReason, ...]) -> str:
        """Return why this round is the last one (R-10.4); empty if it is not."""
        if not reasons:
            return ""
        if len(reasons) > 1:
            return self.translate("Last round: no VP left, and somebody has 12 tiles")
        return self.translate(_END[reasons[0]])

    def why_over(self, reason: EndReason) -> str:
        """Return why the game has ended."""
        return self.translate(_OVER[reason])

    def need(self, need: Need, who: str) -> str:
        """Return what is wrong with the mat of a player at Reveal, or only unusual."""
        said = self.translate(NEEDS[need.code], who=who)
        if need.blocking:
            return said
        return self.translate("%(warning)s. If that is right, confirm.", warning=said)
