"""Pages of the profiles: the list, how to make one, and one profile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.errors import CompanionError
from companion.i18n import Translator
from companion.session.calibration_ports import ColourPair, ProfileLine, ProfilePage, ReadCount
from kivy_ui.calibration.desk import DOUBT, GOOD, Desk, Go, Naming, Part
from kivy_ui.calibration.dice_names import TYPES, die_name
from kivy_ui.common.dates import day
from kivy_ui.common.numbers import percent
from kivy_ui.common.outlines import photograph
from kivy_ui.common.page_source import Said, Visit
from kivy_ui.pages.forms import Choice
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.page import Card, Cards, Main, Note, Page, Picture, Sheet, Side

ENDING: Final = ".profile.json"
"""Suffix of exported profile files."""
_MOST_FILES: Final = 20


class Do(Enum):
    """Keys of the pages of profiles."""

    NEW = "new"
    WITH_MAT = "with_mat"
    WITHOUT_MAT = "without_mat"
    USE = "use"
    MEASURE = "measure"
    FACES = "faces"
    PLACES = "places"
    RENAME = "rename"
    EXPORT = "export"
    DELETE = "delete"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class Opened:
    """Key: a profile of the list."""

    name: str


@dataclass(frozen=True, slots=True)
class Imported:
    """Key: a file with a profile."""

    file: str


class Profiles(Part):
    """The pages of the profiles.

    Attributes:
        opened: name of the profile that is shown; empty for the list.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.opened = ""
        self._asked: object = None
        self._read: ProfilePage | None = None

    def open(self, name: str = "") -> None:
        """Show a profile, or the list."""
        self.opened, self._asked, self._read = name, None, None

    def read_again(self) -> None:
        """Something has changed: what is known of the profile is out of date."""
        self._read = None

    @property
    def lists(self) -> bool:
        """Whether the list is shown, which follows the light."""
        return not self.opened and self._asked is None

    def back(self) -> None:
        """Go back one page."""
        self.open(self.opened if self._asked is Do.DELETE else "")

    def page(self) -> Page:
        """Return the page that is shown now."""
        profile = self._profile()
        if profile is not None:
            return self._page(profile)
        lines = self.machine.profiles()
        return self._list(lines) if lines and self._asked is None else self._new(first=not lines)

    def _profile(self) -> ProfilePage | None:
        """Return the opened profile, read once; None if the list is shown or it is unreadable."""
        if self.opened and self._read is None:
            try:
                self._read = self.machine.page(self.opened)
            except CompanionError as error:
                self._desk.tell(*self._desk.said(error), icon="error")
                self.open()
        return self._read

    # --- the list --------------------------------------------------------------------------------

    def _list(self, lines: tuple[ProfileLine, ...]) -> Page:
        translate, deleted = self.translate, self.machine.deleted()
        asked = {
            True: translate("The profile in use fits the light"),
            False: translate("Another light: choose a profile"),
            None: translate("Which profile fits the light?"),
        }
        gone = translate("%(name)s was deleted; undo restores it.", name=deleted)
        return Page(
            translate("Calibration"),
            asked[next((line.fits for line in lines if line.used), None)],
            List(tuple(map(self._row, lines))),
            note=Note((gone,), icon="symbol/bin") if deleted else None,
            main=Main(translate("New calibration"), Do.NEW, "plus"),
            back=Visit(None),
            can_undo=bool(deleted),
        )

    def _row(self, line: ProfileLine) -> Row:
        translate = self.translate
        used = (Picture("symbol/eye", text=translate("in use")),) if line.used else ()
        made = " · ".join(each for each in (day(translate, line.made_at), line.camera) if each)
        mark, word = self._fit(line)
        return Row(Opened(line.name), line.name, (mark,), made, used, value=word)

    def _fit(self, line: ProfileLine) -> tuple[Picture, str]:
        """Return whether the light is that of a profile, as a mark and in words."""
        translate = self.translate
        return {
            True: (GOOD, translate("light fits")),
            False: (DOUBT, translate("other light")),
            None: (Picture("symbol/question"), translate("light not seen")),
        }[line.fits]

    def _new(self, *, first: bool) -> Page:
        """Return the ways to a new profile; the files that hold one are among them."""
        translate, deleted = self.translate, self.machine.deleted()
        ways = (
            (Do.WITH_MAT, "mat", translate("Calibration mat"), translate("most reliable")),
            (Do.WITHOUT_MAT, "camera", translate("No mat"), translate("faces and places only")),
        )
        files = tuple((Imported(file), file.removesuffix(ENDING)) for file in self._offered())
        cards = tuple(
            Card(key, (Picture(f"symbol/{icon}"),), title, (text,))
            for key, icon, title, text in (
                *ways,
                *((key, "import", name, translate("from a file")) for key, name in files),
            )
        )
        if not files:
            none, symbol = translate("none on the USB drive"), Picture("symbol/import")
            cards += (Card(None, (symbol,), translate("A file"), (none,), able=False),)
        need = translate("Dice are read without a profile, too; with one more reliably.")
        return Page(
            translate("New calibration"),
            translate("What do you have?"),
            Cards(cards),
            note=Note((need,), icon="symbol/info"),
            back=Visit(None) if first else Go.BACK,
            can_undo=first and bool(deleted),
        )

    def _offered(self) -> tuple[str, ...]:
        return self._desk.ui.settings.services.exchange.offered(ENDING)[:_MOST_FILES]

    # --- one profile -----------------------------------------------------------------------------

    def _page(self, profile: ProfilePage) -> Page:
        translate, line = self.translate, profile.line
        used = any(each.used and each.name == line.name for each in self.machine.profiles())
        fine = line.fits is not False and not any(pair.close for pair in profile.pairs)
        measure, main, side = translate("Measure light"), None, None
        if self._desk.measuring:
            main = Main(translate("Leave a mat in view"))
        elif not used:
            main = Main(translate("Use this profile"), Do.USE, "tick")
        elif profile.pairs and fine:
            side = Side(Do.MEASURE, measure, "brightness")
        elif profile.pairs:
            main = Main(measure, Do.MEASURE, "brightness")
        return Page(
            translate("In use") if used else translate("Not in use"),
            line.name,
            List((*self._light(profile), *self._learned(profile), self._actions())),
            side=(side,) if side else (),
            main=main,
            back=Go.BACK,
            can_undo=False,
            sheet=self._to_delete() if self._asked is Do.DELETE else None,
        )

    def _light(self, profile: ProfilePage) -> list[Row]:
        """Return the light, and the colours that are easily confused under it."""
        translate, line = self.translate, profile.line
        seen = Picture("symbol/brightness")
        if profile.picture is not None:
            seen = Picture("", photo=photograph(profile.picture))
        made = day(translate, line.made_at)
        if not profile.pairs:
            return [Row(None, translate("No light measured"), (DOUBT, seen), made)]
        mark, word = self._fit(line)
        remedy = translate("Nearly alike: add light, best a daylight lamp.")
        alike = [
            Row(None, _names(translate, pair), (_die(pair.first), _die(pair.second)), remedy)
            for pair in profile.pairs
            if pair.close
        ]
        distinct = Row(None, translate("All colours are distinct."), (GOOD,))
        light = Row(None, translate("Light"), (mark, seen), made, value=word)
        return [light, *(alike or [distinct])]

    def _learned(self, profile: ProfilePage) -> list[Row]:
        """Return what was shown and drawn, and how the dice were read."""
        translate = self.translate
        faces = translate.plural("%(count)s face shown", "%(count)s faces shown", profile.faces)
        mats = translate.plural("places on %(count)s mat", "places on %(count)s mats", profile.mats)
        return [
            Row(Do.FACES, translate("Faces"), (Picture("die/home/explore"),), faces),
            Row(Do.PLACES, translate("Places"), (Picture("symbol/mat"),), mats),
            *self._counts(profile.counts),
        ]

    def _counts(self, counts: tuple[ReadCount, ...]) -> list[Row]:
        """Return how all dice were read, then those of which one was corrected."""
        translate, pips = self.translate, (Picture("symbol/pips"),)
        if not counts:
            return [Row(None, translate("No dice were counted with this profile yet."), pips)]
        read, doubtful, corrected = (
            sum(getattr(count, name) for count in counts)
            for name in ("read", "doubtful", "corrected")
        )
        right = percent(self.translate.language, (read - corrected) / read) if read else ""
        fate = self._fate(ReadCount("all", read, doubtful, corrected))
        wrong = sorted((c for c in counts if c.corrected), key=lambda each: -each.corrected)
        return [
            Row(None, translate("All dice"), pips, right, fate),
            *(Row(None, die_name(translate, c.die), (_die(c.die),), "", self._fate(c))
              for c in wrong),
        ]  # fmt: skip

    def _fate(self, count: ReadCount) -> tuple[Picture, ...]:
        translate = self.translate
        return (
            Picture("symbol/eye", text=translate("%(count)s read", count=count.read)),
            Picture("symbol/pencil", text=translate("%(count)s corrected", count=count.corrected)),
            Picture(DOUBT.piece, text=translate("%(count)s doubtful", count=count.doubtful)),
        )

    def _actions(self) -> Row:
        translate = self.translate
        choices = (
            Choice(Do.RENAME, translate("Rename")),
            Choice(Do.EXPORT, translate("Export")),
            Choice(Do.DELETE, translate("Delete")),
        )
        return Row(None, translate("Profile"), (Picture("symbol/file"),), choices=choices)

    def _to_delete(self) -> Sheet:
        translate = self.translate
        return Sheet(
            Picture("symbol/bin"),
            translate("Delete the profile?"),
            (self.opened, translate("with what it has learned")),
            Main(translate("Keep it"), Go.BACK, "back"),
            (Side(Do.DELETED, translate("Delete"), "bin"),),
            Go.BACK,
        )

    # --- touches ---------------------------------------------------------------------------------

    def touch(self, key: object) -> Said:
        """Handle a touch on a key of these pages, except those that lead to other parts."""
        name, self._read = self.opened, None
        if isinstance(key, Opened):
            self.open(key.name)
        elif key in (Do.NEW, Do.DELETE):
            self._asked = key
        elif isinstance(key, Imported):
            return self._desk.attempt(lambda: self._import(key.file))
        actions: dict[object, Callable[[], None]] = {
            Do.WITHOUT_MAT: self._make_plain,
            Do.USE: lambda: self.machine.choose(name),
            Do.MEASURE: lambda: self._desk.measure(name),
            Do.RENAME: self._ask_name,
            Do.EXPORT: self._export,
            Do.DELETED: self._delete,
        }
        return self._desk.attempt(actions[key]) if key in actions else None

    def undo(self) -> None:
        """Restore the profile that was deleted last."""
        why = self._desk.attempt(self.machine.restore)
        if why is not None:
            self._desk.tell(*why, icon="error")

    def free_name(self) -> str:
        """Return a name that no profile has."""
        taken = {line.name for line in self.machine.profiles()}
        translate, number = self.translate, 1
        while translate("Light %(number)s", number=number) in taken:
            number += 1
        return translate("Light %(number)s", number=number)

    def _make_plain(self) -> None:
        name = self.free_name()
        self.machine.create_without_light(name)
        self.open(name)

    def _delete(self) -> None:
        name = self.opened
        self.open()
        self.machine.delete(name)

    def _ask_name(self) -> None:
        self._desk.naming = Naming(self._desk, self.opened, self._rename)

    def _rename(self, to: str) -> None:
        self.machine.rename(self.opened, to)
        self.open(to)

    def _export(self) -> None:
        content = self.machine.export_file(self.opened)
        exchange = self._desk.ui.settings.services.exchange
        where = exchange.write(f"{safe(self.opened)}{ENDING}", content)
        self._desk.tell(self.translate("Saved: %(where)s", where=where))

    def _import(self, file: str) -> None:
        content = self._desk.ui.settings.services.exchange.read(file)
        self.open(self.machine.import_file(content, file))


def _die(key: str) -> Picture:
    return Picture(f"die/{key}" if key in TYPES else "symbol/pips")


def _names(translate: Translator, pair: ColourPair) -> str:
    return translate.list_of((die_name(translate, pair.first), die_name(translate, pair.second)))


def safe(name: str) -> str:
    """Return a portable file name: characters that file systems may reject become underscores."""
    return "".join(
        letter if letter.isalnum() or letter in " -_" else "_" for letter in name
    ).strip()
