"""The terms of the game in the chosen language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from companion.games.roll.ask.seat import LEVEL_WORDS, STYLE_WORDS
from companion.games.roll.model.dice import DieType, Face, Phase, Place
from companion.games.roll.model.seating import ComputerSeat
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
_WORDS: Final[Mapping[Any, str]] = MappingProxyType(
    {
        **_PHASES,
        **{Face(phase.value): word for phase, word in _PHASES.items()},
        Face.WILD: N_("Wild"),
        # --- dice and their colours
        DieType.HOME: N_("Home"),
        DieType.MILITARY: N_("Military"),
        DieType.CONSUMPTION: N_("Consumption"),
        DieType.NOVELTY: N_("Novelty"),
        DieType.RARE_ELEMENTS: N_("Rare Elements"),
        DieType.GENES: N_("Genes"),
        DieType.ALIEN_TECHNOLOGY: N_("Alien Technology"),
        "d6": N_("Ordinary die"),
        "robot_a": N_("First robot die"),
        "robot_b": N_("Second robot die"),
        "white": N_("white"),
        "red": N_("red"),
        "purple": N_("purple"),
        "cyan": N_("cyan"),
        "brown": N_("brown"),
        "green": N_("green"),
        "yellow": N_("yellow"),
        # --- places of dice, tiles and chips
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
        # --- counters, computer players
        Correctable.CREDITS: N_("Credits"),
        Correctable.VP_CHIPS: N_("VP chips"),
        Correctable.TILES: N_("Tiles"),
        Correctable.VP_POOL: N_("VP pool"),
        Correctable.ROUND: N_("Round"),
        **{key: words.message for key, words in (LEVEL_WORDS | STYLE_WORDS).items()},
        # --- why the game is over
        EndReason.VP_POOL: N_("The VP pool was used up."),
        EndReason.TILES: N_("Somebody has 12 tiles or more."),
        EndReason.STOPPED: N_("You ended it early: the points of what is on the table."),
    }
)
"""Kinds, and places by the keys of the game: of moves, corrections and pieces."""
_END: Final = MappingProxyType(
    {
        EndReason.VP_POOL: N_("Last round: the VP pool is used up"),
        EndReason.TILES: N_("Last round: somebody has 12 tiles"),
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

    def of(self, what: object) -> str:
        """Return the name of a kind, of a place by the game's key, or why the game has ended.

        What has no name, such as a level of a later version, is said by its key.
        """
        return self.translate(_WORDS[what]) if what in _WORDS else str(what)

    def die_of(self, key: str) -> str:
        """Return the name of a die by its key, also of an ordinary one and of the robot's.

        The words of a key may be spelt with spaces; an unknown one is returned as it is.
        """
        spelt = key.strip().replace(" ", "_")
        if spelt in {die.value for die in DieType}:
            return self.of(DieType(spelt))
        return self.of(spelt) if spelt in _WORDS else key

    def dice(self, dice: Iterable[DieType]) -> str:
        """Return the number of dice of each kind, in the order of the kinds: "2 × Home"."""
        counts = Counter(dice)
        return ", ".join(f"{counts[die]} × {self.of(die)}" for die in DieType if counts[die])

    def player(self, player: ComputerSeat) -> str:
        """Return what a computer player is, with its level."""
        return self.translate("computer, %(level)s", level=self.of(player.level))

    def place(self, place: Place) -> str:
        """Return the text of a die's place on the mat."""
        if place.phase is None:
            return self.translate("on Dictate")
        if place.selecting:
            return self.translate("selects %(phase)s", phase=self.of(place.phase))
        return self.translate("under %(phase)s", phase=self.of(place.phase))

    def last_round(self, reasons: tuple[EndReason, ...]) -> str:
        """Return why this round is the last one (R-10.4); empty if it is not."""
        if not reasons:
            return ""
        if len(reasons) > 1:
            return self.translate("Last round: no VP left, and somebody has 12 tiles")
        return self.translate(_END[reasons[0]])

    def need(self, need: Need, who: str) -> str:
        """Return what is wrong with the mat of a player at Reveal, or only unusual."""
        said = self.translate(NEEDS[need.code], who=who)
        if need.blocking:
            return said
        return self.translate("%(warning)s. If that is right, confirm.", warning=said)
