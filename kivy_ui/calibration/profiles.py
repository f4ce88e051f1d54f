"""The profiles of a calibration: the list, and the page of one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.errors import CompanionError
from companion.games.roll.model.dice import DieType
from companion.session.calibration_ports import Calibration, ColourPair, ProfileLine, ProfilePage
from kivy_ui.calibration.dice_names import TYPES, die_name
from kivy_ui.common.dates import day
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.roll.texts.words import Words

_SHOWN_PAIRS: Final = 5


class Mode(Enum):
    """What the screen shows."""

    LIST = "list"
    PAGE = "page"
    FACES = "faces"
    SHOWING = "showing"
    PLACES = "places"
    WIZARD = "wizard"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a list; ``die`` is a type to be drawn beside it.

    Attributes:
        sign: an icon before it.
        tone: what the value means: ``good``, ``doubt``, ``unknown``, or nothing of it.
    """

    key: str
    title: str
    note: str = ""
    value: str = ""
    die: str = ""
    chosen: bool = False
    sign: str = ""
    tone: str = ""


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

    def __init__(self, ui: UiContext, tell: Callable[[CompanionError], None]) -> None:
        self._ui = ui
        self._tell = tell
        self._page = ""

    @property
    def _machine(self) -> Calibration:
        return self._ui.settings.services.calibration

    def lines(self) -> tuple[Line, ...]:
        """A line for each profile."""
        return tuple(
            Line(
                line.name,
                line.name,
                self._note(line),
                self._fit(line),
                chosen=line.used,
                sign="brightness",
                tone=_tone(line),
            )
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
        translate = self._ui.translate
        taught = [
            translate.plural("%(count)s face shown", "%(count)s faces shown", page.faces),
            translate.plural("places on %(count)s mat", "places on %(count)s mats", page.mats),
        ]
        made = translate("made on %(day)s", day=day(translate, page.line.made_at))
        facts = " · ".join(fact for fact in (made, page.line.camera) if fact)
        if page.colours:
            fit = self._fit(page.line)
            words, tone = translate("Light"), _tone(page.line)
            light = Line("", words, facts, fit, sign="brightness", tone=tone)
        else:
            unknown = translate("Made without a calibration mat: its light is not known")
            light = Line("", unknown, facts, sign="doubt", tone="doubt")
        close = [pair for pair in page.pairs if pair.close]
        lines = [*(self._pair(pair) for pair in close[:_SHOWN_PAIRS]), light]
        if page.pairs and not close:
            apart = translate("All colours are told apart.")
            lines.append(Line("", apart, sign="check", tone="good"))
        lines.append(Line("", translate("What was taught"), ", ".join(taught), sign="picture"))
        lines += self._counts(page)
        return tuple(lines)

    def _pair(self, pair: ColourPair) -> Line:
        """Two colours that look nearly alike."""
        translate = self._ui.translate
        first, second = die_name(translate, pair.first), die_name(translate, pair.second)
        text = translate("%(first)s and %(second)s look nearly alike", first=first, second=second)
        note = translate("Add light, best a lamp of daylight colour.")
        return Line("", text, note, sign="doubt", tone="doubt")

    def _counts(self, page: ProfilePage) -> list[Line]:
        """How the readings fared: all together, then by type."""
        translate = self._ui.translate
        if not page.counts:
            return [Line("", translate("No dice were counted with this profile yet."), sign="pips")]

        def fate(read: int, corrected: int, doubtful: int) -> str:
            return translate(
                "%(read)s read, %(corrected)s corrected, %(doubtful)s doubtful",
                read=read,
                corrected=corrected,
                doubtful=doubtful,
            )

        read, corrected, doubtful = (
            sum(getattr(count, name) for count in page.counts)
            for name in ("read", "corrected", "doubtful")
        )
        right = f"{100 * (read - corrected) / read:.1f} %" if read else ""
        lines = [
            Line("", translate("All dice"), fate(read, corrected, doubtful), right, sign="pips")
        ]
        for count in page.counts:
            note = fate(count.read, count.corrected, count.doubtful)
            die = count.die if count.die in TYPES else ""
            lines.append(Line("", die_name(translate, count.die), note, "", die))
        return lines

    def spots(self, page: ProfilePage) -> tuple[ColourSpot, ...]:
        """The seven colours, for the plot."""
        letters = Words(self._ui.translate).letters
        return tuple(
            ColourSpot(each.die, letters(DieType(each.die)), each.a, each.b)
            for each in page.colours
        )

    @property
    def opened(self) -> str:
        """Name of the profile whose page is shown."""
        return self._page

    def _note(self, line: ProfileLine) -> str:
        translate = self._ui.translate
        used = translate("in use") if line.used else ""
        facts = [used, translate("made on %(day)s", day=day(translate, line.made_at))]
        return " · ".join(fact for fact in facts if fact)

    def _fit(self, line: ProfileLine) -> str:
        translate = self._ui.translate
        if line.fits is None:
            return translate("light not seen")
        return translate("light fits") if line.fits else translate("other light")


def _tone(line: ProfileLine) -> str:
    """Return what it means whether the light fits."""
    if line.fits is None:
        return "unknown"
    return "good" if line.fits else "doubt"
