"""Pages for drawing the places of a mat on the picture: four touches, then points by a hair."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from companion.i18n import N_
from companion.session.calibration_ports import CameraView, DrawnPlace
from kivy_ui.calibration.desk import Desk, Part
from kivy_ui.calibration.strip_shape import DICTATE, EVEN, Point, StripShape, is_strip, shape_of
from kivy_ui.common.changes import Changes
from kivy_ui.common.outlines import photograph
from kivy_ui.common.page_source import Said
from kivy_ui.common.player_group import COLOURS
from kivy_ui.common.stacked_pages import do
from kivy_ui.pages.page import Card, Main, Note, Page, Picture, Side
from kivy_ui.pages.photos import Photo, Zone

MATS: Final = (*(f"strip-{seat}" for seat in range(1, 6)), "tray")
TRAY: Final = "tray"
STEP: Final = 0.002
"""Distance of one nudge, as a share of the picture: two or three camera pixels."""
_NEAR: Final = 0.05
"""How near to a point a touch selects it, as a share of the picture's width."""
_MOST_UNDO: Final = 100
_ARROWS: Final = MappingProxyType({"back": (-1, 0), "next": (1, 0), "up": (0, -1), "down": (0, 1)})
"""Symbol of an arrow -> steps to the right and down."""

_FIRST: Final = StripShape(((0.2, 0.38), (0.8, 0.38), (0.8, 0.62), (0.2, 0.62)))
_FIRST_TRAY: Final = StripShape(((0.38, 0.36), (0.62, 0.36), (0.62, 0.64), (0.38, 0.64)), ())
_STRIP_CORNERS: Final = (
    N_("Touch the upper corner at Explore"), N_("Touch the upper corner at Ship"),
    N_("Touch the lower corner at Ship"), N_("Touch the lower corner at Explore"),
)  # fmt: skip
_TRAY_CORNER: Final = N_("Touch the next corner, clockwise")


@dataclass(frozen=True, slots=True)
class _Drawn:
    """What can be undone: the shapes, and the first corners of the next one."""

    shapes: Mapping[str, StripShape]
    corners: tuple[Point, ...] = ()


class Places(Part):
    """The pages for drawing places; nothing is saved before ``keep``."""

    live = True

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._changes = Changes(_Drawn({}), _MOST_UNDO)
        self._others: tuple[DrawnPlace, ...] = ()
        self._mat = ""
        self._point: int | None = None
        self.leads_to = do(self.cancel)

    @property
    def can_undo(self) -> bool:
        return self._changes.can_undo

    def begin(self, profile: str) -> None:
        places = self.machine.drawing.drawn(profile)
        self.machine.drawing.begin(profile)
        self.enter()
        shapes = {mat: shape for mat in MATS if (shape := shape_of(mat, places)) is not None}
        self._changes.begin(_Drawn(MappingProxyType(shapes)))
        self._others = tuple(place for place in places if place.mat not in shapes)
        self._mat = ""

    # --- the pages -------------------------------------------------------------------------------

    def first(self) -> Page:
        translate = self.translate
        still = translate("From now on do not move the camera.")
        return Page(
            translate("Places"),
            translate("Which mat do you want to draw?"),
            self._photo(tuple(map(self._card, MATS))),
            note=Note((still,), icon="symbol/camera"),
            main=Main(translate("Save"), do(self._keep), "tick") if self.can_undo else None,
        )

    def _card(self, mat: str) -> Card:
        """Return a mat with its badge; ticked if it is drawn."""
        key, chosen = do(self._draw, mat), mat in self._now.shapes
        if mat == TRAY:
            return Card(key, (Picture("symbol/pips"),), self._label(mat), chosen=chosen)
        seat = int(mat.rpartition("-")[2])
        badge = Picture("seat", number=str(seat), colour=COLOURS[seat - 1])
        return Card(key, (badge,), "", chosen=chosen)

    def _draw(self, mat: str) -> None:
        self._mat, self._point = mat, None
        self.open(self._one)

    def back(self) -> None:
        super().back()
        self._mat = ""

    def _one(self) -> Page:
        translate, shape = self.translate, self._shape
        corners = self._now.corners
        side: tuple[Side, ...] = ()
        if shape is not None:
            asked = translate("Touch a point, then where it belongs")
            following = Side(do(self._next), translate("Next point"), "skip")
            side = following, Side(do(self._put, None), translate("Remove"), "bin")
            cards = self._tools(shape)
        else:
            asked = translate(_TRAY_CORNER if self._mat == TRAY else _STRIP_CORNERS[len(corners)])
            lay = translate("Like the last one") if self._last else translate("In the middle")
            cards = (Card(do(self._put, self._begun_with()), (Picture("symbol/mat"),), lay),)
        return Page(
            self._label(self._mat),
            asked,
            self._photo(cards, self._points, self._point),
            side=side,
            main=Main(translate("Done"), do(self.back, by="done"), "tick") if shape else None,
        )

    def _photo(
        self, cards: tuple[Card, ...], points: tuple[Point, ...] = (), point: int | None = None
    ) -> Photo:
        view = self.machine.drawing.view() or CameraView(picture=None)
        zones = [
            Zone(place.corners, _symbol(place.zone), chosen=self._mat in ("", mat))
            for mat, shape in self._now.shapes.items()
            for place in shape.places(mat)
        ]
        if len(self._now.corners) > 1:
            zones.append(Zone(self._now.corners, chosen=True))
        translate, shown = self.translate, photograph(view.picture)
        key = do(self._touched) if self._mat else None
        number = translate("Corner %(number)s of %(all)s", number=len(self._now.corners) + 1,
                           all=len(_STRIP_CORNERS))  # fmt: skip
        told = (number,) if self._mat and self._shape is None else ()
        lines = self.in_the_way(view) or told
        return Photo(shown, lines=lines, cards=cards, key=key, whole=True, zones=tuple(zones),
                     points=points, point=point if points else None)  # fmt: skip

    def _tools(self, shape: StripShape) -> tuple[Card, ...]:
        translate = self.translate
        cards = [
            Card(do(self._nudge, *step), (Picture(f"symbol/{icon}"),), "")
            for icon, step in _ARROWS.items()
        ]
        if shape.dividers:
            select, dictate = shape.select is not None, shape.dictate is not None
            selecting = do(self._put, shape.with_selections(on=not select))
            dictating = do(self._put, shape.with_dictate(on=not dictate))
            cards += [
                Card(selecting, (), translate("Selection"), chosen=select),
                Card(dictating, (), translate("Dictate"), chosen=dictate),
            ]
        return tuple(cards)

    def _label(self, mat: str) -> str:
        translate = self.translate
        if mat == TRAY:
            return translate("Tray")
        return translate("Mat %(number)s", number=mat.rpartition("-")[2])

    # --- touches ---------------------------------------------------------------------------------

    def undo(self) -> None:
        if self._changes.undo():
            self._point = None

    def redo(self) -> None:
        if self._changes.redo():
            self._point = None

    def _keep(self) -> None:
        shapes = self._now.shapes
        places = [place for mat, shape in shapes.items() for place in shape.places(mat)]
        others = [place for place in self._others if place.mat not in shapes]
        self.machine.drawing.keep((*places, *others))

    def _touched(self, x: float, y: float) -> Said:
        """Set the next corner; of a drawn mat select the point that is near, else move it there."""
        shape, at = self._shape, (min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0))
        if shape is None:
            return self._corner((*self._now.corners, at))
        near = self._near(at)
        if near is not None and near != self._point:
            self._point = near
        elif self._point is not None:
            self._put(shape.pulled(self._point, at))
        return None

    def _next(self) -> None:
        self._point = 0 if self._point is None else (self._point + 1) % len(self._points)

    def _corner(self, corners: tuple[Point, ...]) -> Said:
        if len(corners) < len(_STRIP_CORNERS):
            self._changes.change(_Drawn(self._now.shapes, corners))
            return None
        if is_strip(corners):
            self._put(StripShape(corners, () if self._mat == TRAY else EVEN))
            return None
        self._changes.change(_Drawn(self._now.shapes))
        translate = self.translate
        return translate("These corners do not follow clockwise."), translate("Begin again.")

    def _near(self, at: Point) -> int | None:
        picture = getattr(self.machine.drawing.view(), "picture", None)
        aspect = picture.height / picture.width if picture else 1.0
        apart = [
            ((x - at[0]) ** 2 + ((y - at[1]) * aspect) ** 2) ** 0.5 for x, y in self._points
        ]  # fmt: skip
        best = min(range(len(apart)), key=apart.__getitem__)
        return best if apart[best] <= _NEAR else None

    def _nudge(self, right: int, down: int) -> None:
        """Move the chosen point, or all of the mat, by a number of steps."""
        shape = self._shape
        if shape is not None and self._point is not None:
            x, y = self._points[self._point]
            self._put(shape.pulled(self._point, (x + right * STEP, y + down * STEP)))
        elif shape is not None:
            self._put(shape.moved(right * STEP, down * STEP))

    # --- what is drawn ---------------------------------------------------------------------------

    @property
    def _now(self) -> _Drawn:
        return self._changes.now

    @property
    def _shape(self) -> StripShape | None:
        return self._now.shapes.get(self._mat)

    @property
    def _points(self) -> tuple[Point, ...]:
        """The points of the mat that is drawn, or its first corners."""
        return self._now.corners if self._shape is None else self._shape.points

    @property
    def _last(self) -> StripShape | None:
        """The last strip that was drawn; None for the tray."""
        strips = [shape for shape in self._now.shapes.values() if shape.dividers]
        return strips[-1] if strips and self._mat != TRAY else None

    def _begun_with(self) -> StripShape:
        """Return a shape like the last strip, below or above it; else one in the middle."""
        last = self._last
        if last is None:
            return _FIRST_TRAY if self._mat == TRAY else _FIRST
        height = max(y for _, y in last.corners) - min(y for _, y in last.corners)
        moved = (last.moved(0.0, down) for down in (1.2 * height, -1.2 * height))
        return next((shape for shape in moved if shape is not last), last)

    def _put(self, shape: StripShape | None) -> None:
        shapes = {mat: each for mat, each in self._now.shapes.items() if mat != self._mat}
        if shape is not None:
            shapes[self._mat] = shape
        else:
            self._point = None
        self._changes.change(_Drawn(MappingProxyType(shapes)))


def _symbol(zone: str) -> Picture:
    if zone == DICTATE:
        return Picture("symbol/swap")
    phase = zone.removeprefix("select_")
    if zone == TRAY:
        return Picture("symbol/pips")
    return Picture(f"phase/{phase}/{'active' if phase == zone else 'current'}")
