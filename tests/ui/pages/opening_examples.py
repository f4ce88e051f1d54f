"""Examples of the pages before the phases: welcome, seats, table, photo, and a sheet."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from kivy_ui.pages.opening import Place, Ready, Seats, Slot, Table, Welcome
from kivy_ui.pages.page import Card, Chip, Look, Main, Note, Page, Picture, Seat, Sheet, Side
from kivy_ui.pages.photos import Found, Photo, Photograph, Zone
from kivy_ui.pages.rounds import Cell, Column, Columns

_SEATS: Final = (
    Seat(1, "Ann", "blue"), Seat(2, "Łukasz", "orange"), Seat(3, "Zsófi", "green"),
    Seat(4, "Maksymiliana", "purple"), Seat(5, "Zsuzsanna", "yellow"),
    Seat(6, "Bartłomiej", "white"),
)  # fmt: skip

WELCOME: Final = Page(
    above="Table companion",
    question="Roll for the Galaxy",
    body=Welcome(("You roll. It reads the dice", "and keeps the score."),
                 Side("others", "Other games", "next")),
    side=(Side("first", "First time?", "book"), Side("score", "Score only", "pencil"),
          Side("language", "EN", "globe")),
    main=Main("New game", "new"),
    can_undo=False,
)  # fmt: skip


def _tile(piece: str, cost: str, name: str) -> tuple[Picture, str]:
    return Picture(piece, number=cost), name


_FACTIONS: Final = (
    (_tile("development", "3", "Consumer Markets"), _tile("world/novelty", "0", "Space Mall")),
    (_tile("development", "0", "Space Piracy"), _tile("world/gray", "2", "Hidden Fortress")),
    (_tile("development", "2", "Genetic Engineering"), _tile("world/genes", "1", "Alien Rosetta")),
)
_HOMES: Final = (
    _tile("world/rare_elements", "1", "Alpha Centauri"), _tile("world/gray", "2", "New Sparta"),
    _tile("world/genes", "1", "Epsilon Eridani"),
)  # fmt: skip


def _place(at: int) -> Place:
    """Return a seat that has its tiles."""
    slots = (Slot(_FACTIONS[at % 3], f"faction:{at}"), Slot((_HOMES[at % 3],), f"home:{at}"))
    return Place(_SEATS[at], slots, f"name:{at}")


def _asked(at: int, faction: str = "Faction tile", home: str = "Home world") -> Place:
    """Return a seat that is asked for its faction."""
    return Place(_SEATS[at], (
        Slot(((Picture("development"), faction), (Picture("world/gray"), "")), f"faction:{at}",
             chosen=True),
        Slot(((Picture("world/gray"), home),), waiting=True),
    ), f"name:{at}")  # fmt: skip


def _count(most: int, at: int) -> tuple[Chip, ...]:
    return tuple(Chip(str(n), key=("count", n), chosen=n == at) for n in range(2, most + 1))


SETUP: Final = Page(
    above="New game",
    question="Zsófi: which faction?",
    body=Seats((_place(0), _place(1), _asked(2))),
    chips=_count(5, 3),
    note=Note(("Then: lay out the table", "together, step by step"), icon="symbol/box"),
    main=Main("1 player to go"),
    back="start",
    can_undo=False,
)


def _ready(at: int, *, ready: bool, text: str = "") -> Ready:
    words = text or ("Ready" if ready else "Tap when ready")
    return Ready(_SEATS[at], words, ("ready", at), ready)


TABLE: Final = Page(
    above="Round 4",
    question="Roll",
    body=Table("Behind the screen. Select one phase.",
               (_ready(0, ready=True), _ready(1, ready=False), _ready(2, ready=True))),
    chips=(Chip("29 left", Picture("chip")),),
    note=Note(("Łukasz is still assigning",), icon="symbol/clock"),
    main=Main("Lift the screens"),
)  # fmt: skip


@lru_cache(maxsize=1)
def _photograph() -> Photograph:
    """Return a mat with dice, as a camera would see it."""
    picture = Image.new("RGB", (960, 640), (214, 214, 208))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, 960, 46), fill=(122, 92, 62))
    for column in range(6):
        draw.rectangle((60 + 150 * column, 90, 190 + 150 * column, 230), outline=(150, 150, 150),
                       width=3)  # fmt: skip
    for (left, top, right, bottom), colour in zip(_BOXES, _COLOURS, strict=True):
        box = (left * 960, top * 640, right * 960, bottom * 640)
        draw.rounded_rectangle(box, 12, fill=colour)
    return Photograph(960, 640, picture.tobytes())


_BOXES: Final = (
    (0.24, 0.17, 0.30, 0.26), (0.24, 0.40, 0.30, 0.49), (0.24, 0.54, 0.30, 0.63),
    (0.40, 0.40, 0.46, 0.49),
)  # fmt: skip
_COLOURS: Final = ((214, 174, 112), (196, 34, 62), (196, 34, 62), (246, 240, 248))


def _row(phase: str, *dice: str, at: int | None = None, doubtful: int | None = None) -> Column:
    pictures = tuple(
        Picture(f"die/{die}", Look.DOUBTFUL if index == doubtful else Look.NORMAL)
        for index, die in enumerate(dice)
    )
    return Column(phase, phase.title(), bool(dice), (Cell(pictures, at),))


_PHOTO: Final = Photo(
    _photograph(),
    tuple(Found(box, index == 1) for index, box in enumerate(_BOXES)),
    (
        _row("explore"),
        _row("develop", "rare_elements/develop", "military/develop", "military/wild", at=0,
             doubtful=1),
        _row("settle", "home/settle"), _row("produce"), _row("ship"),
    ),
    _SEATS[0],
    1,
)  # fmt: skip

REVEAL: Final = Page(
    above="Round 3 · Reveal",
    question="Ann: is this die red?",
    body=_PHOTO,
    chips=(Chip(seat=_SEATS[0]), Chip(seat=_SEATS[1], done=True), Chip(seat=_SEATS[2], done=True)),
    side=(Side("hand", "By hand", "pencil"), Side("no", "No: another die", "")),
    main=Main("Yes, red", "yes", "tick"),
)  # fmt: skip


TRAY: Final = Page(
    above="Round 4 · Dice",
    question="Roll both dice",
    body=Photo(_photograph(), tuple(
        Found(box, index == 1, Picture(f"d6/{index + 2}")) for index, box in enumerate(_BOXES))),
    note=Note(("4 dice are on", "the tray."), icon="symbol/check", button=Side("read", "", "eye")),
    main=Main("Yes", "yes", "tick"),
    back="look",
)  # fmt: skip

_MARKED: Final = Photo(
    _photograph(),
    lines=("Touch the corner as exactly as you can.", "The arrows move it by a hair."),
    cards=tuple(Card(at, (Picture(f"symbol/{at}"),), at.title()) for at in ("up", "down", "right")),
    key="touched",
    whole=True,
    zones=tuple(
        Zone(((x, 0.4), (x + 0.16, 0.42), (x + 0.15, 0.8), (x - 0.01, 0.78)),
             Picture(f"phase/{phase}/active"), chosen=True)
        for x, phase in ((0.1, "explore"), (0.28, "develop"))
    ),
    points=((0.1, 0.4), (0.44, 0.42), (0.43, 0.8), (0.09, 0.78)),
    point=1,
)  # fmt: skip

ZONES: Final = Page(
    above="Mat 2",
    question="Touch the upper corner at Ship",
    body=_MARKED,
    side=(Side("drop", "Remove", "bin"),),
    main=Main("Done", "done", "tick"),
    back="back",
)
LOOK: Final = Page(
    above="New calibration",
    question="Do this first",
    body=Photo(
        None,
        lines=("Put one die of each type on its place.", "There is no die on two places."),
        pictures=(Picture("die/genes"), Picture("die/home")),
        cards=(Card(None, (Picture("tick/good"),), "9 checks passed"),
               Card("snapshot", (Picture("die/genes/wild"), Picture("", photo=_photograph())),
                    "Wild", gains=(Picture("symbol/picture", count=2),))),
    ),
    main=Main("Good images: 1 of 3"),
)  # fmt: skip

SHEET: Final = Sheet(
    Picture("camera/off"),
    "The camera is unplugged",
    ("Nothing is lost. Plug it in, or enter", "the dice by hand this round."),
    Main("By hand", "hand", "pencil"),
    (Side("again", "Try again", "rescan"), Side("later", "Later", "")),
    "later",
)

_SUMMARY: Final = Page(
    above="Round 1 · Reveal",
    question="Explore, Develop, Settle",
    body=Columns(_SEATS[:3], tuple(
        replace(_row(phase, *["home/explore"]), cells=(Cell(),) * 3)
        for phase in ("explore", "develop", "settle", "produce", "ship"))),
    main=Main("Start Explore", "start"),
)  # fmt: skip

OPENING: Final[dict[str, Page]] = {
    "welcome": WELCOME,
    "setup": SETUP,
    "table": TABLE,
    "reveal": REVEAL,
    "tray": TRAY,
    "zones": ZONES,
    "look": LOOK,
    "dialog": replace(_SUMMARY, sheet=SHEET),
}
