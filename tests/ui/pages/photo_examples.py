"""Example pages with photos, and a sheet."""

from typing import Final

from PIL import Image, ImageDraw

from kivy_ui.pages.page import Card, Chip, Look, Main, Page, Picture, Seat, Sheet, Side
from kivy_ui.pages.photos import Found, Photo, Photograph, Zone
from kivy_ui.pages.rounds import Cell, Column

_SEATS: Final = (
    Seat(1, "Ann", "blue"), Seat(2, "Łukasz", "orange"), Seat(3, "Zsófi", "green"),
    Seat(4, "Maksymiliana", "purple"), Seat(5, "Zsuzsanna", "yellow"),
    Seat(6, "Bartłomiej", "white"),
)  # fmt: skip


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

SHEET: Final = Sheet(
    Picture("camera/off"),
    "The camera is unplugged",
    ("Nothing is lost. Plug it in, or enter", "the dice by hand this round."),
    Main("By hand", "hand", "pencil"),
    (Side("again", "Try again", "rescan"), Side("later", "Later", "")),
    "later",
)
