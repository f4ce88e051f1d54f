"""The profiles of a calibration: the list, and the page of one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.errors import CompanionError
from companion.games.roll.dice import DieType
from companion.session.calibration_ports import Calibration, ProfileLine, ProfilePage
from kivy_ui.presenters.desk import Desk
from kivy_ui.presenters.words import Words

_TYPES: Final = frozenset(die.value for die in DieType)
_SHOWN_PAIRS: Final = 5


class Mode(Enum):
    """What the screen shows."""

    LIST = "list"
    PAGE = "page"
    WIZARD = "wizard"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a list; ``die`` is a type to be drawn beside it."""

    key: str
    title: str
    note: str = ""
    value: str = ""
    die: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class ColourSpot:
    """A type among the colours: a* to the right, b* upwards, letters beside."""

    die: str
    letters: str
    a: float
    b: float


class ProfilesPresenter:
    """Behaviour of the list and of the page.

    Args:
        tell: takes errors.
    """

    def __init__(self, desk: Desk, tell: Callable[[CompanionError], None]) -> None:
        self._desk = desk
        self._tell = tell
        self._page = ""

    @property
    def _machine(self) -> Calibration:
        return self._desk.settings.services.calibration

    def lines(self) -> tuple[Line, ...]:
        """A line for each profile."""
        return tuple(
            Line(line.name, line.name, self._note(line), self._fit(line), chosen=line.used)
            for line in self._machine.profiles()
        )

    def open(self, name: str) -> None:
        """Show a profile's page."""
        self._page = name

    def close(self) -> None:
        """Back to the list."""
        self._page = ""

    def page(self) -> ProfilePage | None:
        """All about the opened profile; None, with an error said, where it cannot be read."""
        if not self._page:
            return None
        try:
            return self._machine.page(self._page)
        except CompanionError as error:
            self._page = ""
            self._tell(error)
            return None

    def page_lines(self, page: ProfilePage) -> tuple[Line, ...]:
        """What a profile is, what it warns of, how its readings fared."""
        words = self._desk.words
        translate = words.translate
        fact = translate("dice of %(edge)s mm", edge=f"{page.die_edge_mm:.1f}")
        about = self._note(page.line)
        lines = [Line("", page.line.name, f"{about} · {fact}", self._fit(page.line))]
        for pair in page.pairs[:_SHOWN_PAIRS]:
            first, second = die_name(words, pair.first), die_name(words, pair.second)
            note = translate("Add light, best a lamp of daylight colour.") if pair.close else ""
            text = translate("%(first)s and %(second)s", first=first, second=second)
            if pair.close:
                text = translate(
                    "! %(first)s and %(second)s look nearly alike", first=first, second=second
                )
            lines.append(Line("", text, note, f"ΔE {pair.difference:.0f}", pair.first))
        for count in page.counts:
            note = translate(
                "%(read)s read, %(corrected)s corrected, %(doubtful)s doubtful",
                read=count.read,
                corrected=count.corrected,
                doubtful=count.doubtful,
            )
            lines.append(Line("", die_name(words, count.die), note, "", count.die))
        if not page.counts:
            lines.append(Line("", translate("No dice were counted with this profile yet.")))
        return tuple(lines)

    def spots(self, page: ProfilePage) -> tuple[ColourSpot, ...]:
        """The seven colours, for the plot."""
        letters = self._desk.words.letters
        return tuple(
            ColourSpot(each.die, letters(DieType(each.die)), each.a, each.b)
            for each in page.colours
        )

    @property
    def opened(self) -> str:
        """Name of the profile whose page is shown."""
        return self._page

    def _note(self, line: ProfileLine) -> str:
        used = self._desk.words.translate("in use")
        facts = [line.made_at[:16].replace("T", " "), line.camera, used if line.used else ""]
        return " · ".join(fact for fact in facts if fact)

    def _fit(self, line: ProfileLine) -> str:
        translate = self._desk.words.translate
        if line.fits is None:
            return translate("light not seen")
        return translate("light fits") if line.fits else translate("other light")


def die_name(words: Words, key: str) -> str:
    """Return the name of a die; other keys as they are."""
    return words.die(DieType(key)) if key in _TYPES else key
