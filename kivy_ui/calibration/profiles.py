"""Pages of the profiles: the list, how to make one, and one profile."""

from itertools import count
from typing import Final

from companion.errors import CompanionError
from companion.session.calibration_ports import ALL_DICE, ProfileLine, ProfilePage, ReadCount
from kivy_ui.calibration.desk import DOUBT, GOOD, Desk, Part
from kivy_ui.calibration.faces import ROLL, Faces
from kivy_ui.calibration.places import Places
from kivy_ui.calibration.wizard import Wizard
from kivy_ui.common.dates import day
from kivy_ui.common.outlines import photograph
from kivy_ui.common.page_source import Said, Visit
from kivy_ui.common.stacked_pages import Do, do
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.pages.forms import Choice
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.page import Card, Cards, Main, Note, Page, Picture, Sheet, Side

ENDING: Final = ".profile.json"
"""Suffix of exported profile files."""
_MOST_FILES: Final = 20
DOUBTS: Final = "doubtful.dice.zip"
"""The file of doubtful dice; a newer one replaces it."""


class Profiles(Part):
    """The pages of the profiles, from which the other parts are opened."""

    leads_to = Visit(None)

    def __init__(self, desk: Desk, wizard: Wizard, faces: Faces, places: Places) -> None:
        super().__init__(desk)
        self._wizard = wizard
        self._faces = faces
        self._places = places

    def show(self, name: str) -> None:
        """Show a profile, over the list."""
        self.enter()
        self.open(self._page, name)

    @property
    def live(self) -> bool:
        """Whether a page is shown that follows the light."""
        return not self.covered or self.shows(self._ways)

    @property
    def can_undo(self) -> bool:
        return not self.covered and bool(self.machine.deleted())

    def undo(self) -> None:
        try:
            self.machine.restore()
        except CompanionError as error:
            self.desk.fail(error)

    # --- the list --------------------------------------------------------------------------------

    def first(self) -> Page:
        """Return the list; without a profile the ways to one."""
        translate, lines, deleted = self.translate, self.machine.profiles(), self.machine.deleted()
        if not lines:
            return self._ways()
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
            side=() if deleted else self._export_of_doubts(),
            main=Main(translate("New calibration"), do(self._choose_way), "plus"),
        )

    def _export_of_doubts(self) -> tuple[Side, ...]:
        """Return the button that exports dice to train with, if there are any."""
        count = self.machine.doubts()
        words = self.translate.plural(
            "Export %(count)s doubtful die", "Export %(count)s doubtful dice", count
        )
        return (Side(do(self._export_doubts), words, "export"),) if count else ()

    def _export_doubts(self) -> Said:
        told = self.translate("Faces of dice with your answers, without names; it helps to train.")
        return self.write_file(DOUBTS, self.machine.doubts_file(), told)

    def _row(self, line: ProfileLine) -> Row:
        translate = self.translate
        used = (Picture("symbol/eye", text=translate("in use")),) if line.used else ()
        made = " · ".join(each for each in (day(translate, line.made_at), line.camera) if each)
        mark, word = self._fit(line)
        return Row(do(self.open, self._page, line.name), line.name, (mark,), made, used, value=word)

    def _fit(self, line: ProfileLine) -> tuple[Picture, str]:
        """Return whether the light is that of a profile, as a mark and in words."""
        translate = self.translate
        return {
            True: (GOOD, translate("light fits")),
            False: (DOUBT, translate("other light")),
            None: (Picture("symbol/question"), translate("light not seen")),
        }[line.fits]

    # --- a new profile ---------------------------------------------------------------------------

    def _choose_way(self) -> None:
        self.machine.compare()
        self.open(self._ways)

    def _ways(self) -> Page:
        """Return the ways to a new profile; the files that hold one are among them."""
        translate = self.translate
        mat, none = do(self._make_with_mat), do(self._make_plain)
        files = self.ui.settings.services.exchange.offered(ENDING)[:_MOST_FILES]
        cards = [
            _way(mat, "mat", translate("Calibration mat"), translate("most reliable")),
            _way(none, "camera", translate("No mat"), translate("faces and places only")),
            *(_way(do(self._import, file), "import", file.removesuffix(ENDING),
                   translate("from a file")) for file in files),
        ]  # fmt: skip
        if not files:
            lacking = translate("none on the USB drive")
            cards.append(_way(None, "import", translate("A file"), lacking))
        again = Side(do(self.machine.compare), translate("Look again"), "redo")
        return Page(
            translate("New calibration"),
            translate("What do you have?"),
            Cards(tuple(cards)),
            note=Note((self._worth(),), icon="symbol/brightness", button=again),
        )

    def _worth(self) -> str:
        """Return whether this light is worth a profile: how dice are read in it without one."""
        translate, count = self.translate, self.machine.without_profile()
        if count is None or not count.read:
            return translate("Lay dice under the camera: here it says whether they need a profile.")
        if not count.doubtful:
            return translate.plural(
                "%(count)s die in view is read without doubt: a profile is hardly needed.",
                "%(count)s dice in view are read without doubt: a profile is hardly needed.",
                count.read,
            )
        return translate(
            "%(doubtful)s of %(read)s dice in view are doubtful: this light is worth a profile.",
            doubtful=count.doubtful,
            read=count.read,
        )

    def _free_name(self) -> str:
        taken = {line.name for line in self.machine.profiles()}
        names = (self.translate("Light %(number)s", number=number) for number in count(1))
        return next(name for name in names if name not in taken)

    def _make_with_mat(self) -> None:
        self._wizard.begin(self._free_name())

    def _make_plain(self) -> None:
        name = self._free_name()
        self.machine.create_without_light(name)
        self.show(name)

    def _import(self, file: str) -> None:
        content = self.ui.settings.services.exchange.read(file)
        self.show(self.machine.import_file(content, file))

    # --- one profile -----------------------------------------------------------------------------

    def _page(self, name: str) -> Page | None:
        """Return a profile; None if it cannot be read."""
        try:
            profile = self.machine.page(name)
        except CompanionError as error:
            self.desk.fail(error)
            return None
        translate = self.translate
        used = any(each.used and each.name == name for each in self.machine.profiles())
        fine = profile.line.fits is not False and not any(pair.close for pair in profile.pairs)
        measure = Side(do(self.desk.measure, name), translate("Measure light"), "brightness")
        main: Main | None = None
        side: tuple[Side, ...] = ()
        if self.desk.measuring:
            main = Main(translate("Leave a mat in view"))
        elif not used:
            main = Main(translate("Use this profile"), do(self.machine.choose, name), "tick")
        elif profile.pairs and fine:
            side = (measure,)
        elif profile.pairs:
            main = Main(measure.text, measure.key, measure.icon)
        return Page(
            translate("In use") if used else translate("Not in use"),
            name,
            List((*self._light(profile), *self._learned(profile), self._actions(name))),
            side=side,
            main=main,
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
            Row(None, self._names(*dice), tuple(map(_die, dice)), remedy)
            for dice in ((pair.first, pair.second) for pair in profile.pairs if pair.close)
        ]
        distinct = Row(None, translate("All colours are distinct."), (GOOD,))
        if profile.alike:
            alike_to = translate.list_of(profile.alike)
            made += " · " + translate("same light as %(names)s", names=alike_to)
        light = Row(None, translate("Light"), (mark, seen), made, value=word)
        return [light, *(alike or [distinct])]

    def _names(self, *dice: str) -> str:
        return self.translate.list_of(tuple(map(Words(self.translate).die_of, dice)))

    def _learned(self, profile: ProfilePage) -> list[Row]:
        """Return what was shown and drawn, and how the dice were read."""
        translate, name = self.translate, profile.line.name
        faces = translate.plural("%(count)s face shown", "%(count)s faces shown", profile.faces)
        showing, drawing = do(self._faces.show, name), do(self._places.begin, name)
        mats = translate.plural("places on %(count)s mat", "places on %(count)s mats", profile.mats)
        return [
            Row(showing, translate("Faces"), (Picture("die/home/explore"),), faces),
            Row(drawing, translate("Places"), (Picture("symbol/mat"),), mats),
            *self._counts(profile.counts),
        ]

    def _counts(self, counts: tuple[ReadCount, ...]) -> list[Row]:
        """Return how all dice were read, then those of which one was corrected."""
        numbers = ((each.read, each.doubtful, each.corrected) for each in counts)
        everything = ReadCount(ALL_DICE, *map(sum, zip(*numbers, strict=True)))
        wrong = sorted((c for c in counts if c.corrected), key=lambda each: -each.corrected)
        pips = (Picture("symbol/pips"),)
        return [
            Row(None, self.translate("All dice"), pips, self.how_read(everything)),
            *(Row(None, self._names(c.die), (_die(c.die),), self.how_read(c)) for c in wrong),
        ]

    def _actions(self, name: str) -> Row:
        translate = self.translate
        choices = (
            Choice(do(self.ask_name, name, do(self._rename, name)), translate("Rename")),
            Choice(do(self._export, name), translate("Export")),
            Choice(do(self.ask, self._deleting, name), translate("Delete")),
        )
        return Row(None, translate("Profile"), (Picture("symbol/file"),), choices=choices)

    def _rename(self, name: str, to: str) -> None:
        self.machine.rename(name, to)
        self.show(to)

    def _export(self, name: str) -> Said:
        return self.write_file(f"{safe(name)}{ENDING}", self.machine.export_file(name))

    def _deleting(self, name: str) -> Sheet:
        lines = name, self.translate("with what it has learned")
        return self.deleting(self.translate("Delete the profile?"), lines, do(self._delete, name))

    def _delete(self, name: str) -> None:
        self.enter()
        self.machine.delete(name)


def _way(key: Do | None, symbol: str, title: str, text: str) -> Card:
    return Card(key, (Picture(f"symbol/{symbol}"),), title, (text,), able=key is not None)


def _die(key: str) -> Picture:
    return Picture(f"die/{key}" if key in ROLL else "symbol/pips")


def safe(name: str) -> str:
    """Return a portable file name: characters that file systems may reject become underscores."""
    return "".join(
        letter if letter.isalnum() or letter in " -_" else "_" for letter in name
    ).strip()
