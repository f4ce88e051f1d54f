"""The terms of the game in the chosen language."""

from collections import Counter
from collections.abc import Iterable
from enum import Enum
from typing import Final

from companion.games.roll.ask.seat import LEVEL_WORDS, STYLE_WORDS
from companion.games.roll.model.dice import DieType, Place
from companion.games.roll.model.seating import ComputerSeat
from companion.games.roll.model.state import EndReason
from companion.games.roll.rules.needs import Need
from companion.i18n import Translator
from kivy_ui.games.roll.texts.book import BOOK, WORDS

_LEVELS: Final = {key: words.message for key, words in (LEVEL_WORDS | STYLE_WORDS).items()}


class Words:
    """Names and sentences of the game."""

    def __init__(self, translate: Translator) -> None:
        self.translate = translate

    def of(self, what: Enum | str) -> str:
        """Return the name of a kind, a place, a counter or a level, also by the game's key of it.

        What has no name, such as a level of a later version, is said by its key.
        """
        key = str(what.value if isinstance(what, Enum) else what)
        return self.translate(_LEVELS[key] if key in _LEVELS else WORDS.get(key, key))

    def die_of(self, key: str) -> str:
        """Return the name of a die by its key, also of an ordinary one and of the robot's.

        The words of a key may be spelt with spaces; an unknown one is returned as it is.
        """
        spelt = key.strip().replace(" ", "_")
        return self.of(spelt) if spelt in WORDS else key

    def dice(self, dice: Iterable[DieType]) -> str:
        """Return the number of dice of each kind, in the order of the kinds: "2 × Home"."""
        counts = Counter(dice)
        return ", ".join(f"{counts[die]} × {self.of(die)}" for die in DieType if counts[die])

    def player(self, player: ComputerSeat) -> str:
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
        return self.translate(BOOK["last_round"][reasons[0].value])

    def why_over(self, reason: EndReason) -> str:
        return self.translate(BOOK["over"][reason.value])

    def need(self, need: Need, who: str) -> str:
        """Return what is wrong with the mat of a player at Reveal, or only unusual."""
        said = self.translate(BOOK["needs"][need.code], who=who)
        if need.blocking:
            return said
        return self.translate("%(warning)s. If that is right, confirm.", warning=said)
