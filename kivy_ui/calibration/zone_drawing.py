"""Drawing places on the camera's picture: a strip for each seat, by handles, nudges and keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from companion.errors import CompanionError
from companion.session.table_port import Picture
from companion.session.zone_ports import Drawing, DrawnPlace
from kivy_ui.calibration.strip_shape import Point, StripShape, shape_of
from kivy_ui.common.ui_context import UiContext

MATS: Final = (*(f"strip-{seat}" for seat in range(1, 6)), "tray")
TRAY: Final = "tray"

STEP: Final = 0.002
"""How far a nudge moves a handle, as a share of the picture: two or three pixels of a camera."""

_FIRST: Final = StripShape(((0.2, 0.38), (0.8, 0.38), (0.8, 0.62), (0.2, 0.62)))
_FIRST_TRAY: Final = StripShape(((0.38, 0.36), (0.62, 0.36), (0.62, 0.64), (0.38, 0.64)), ())
_DIVIDER_V: Final = 0.6
"""Where on a line between columns its handle sits: away from the row of the selection."""
_MOST_UNDO: Final = 100

_Shapes = Mapping[str, StripShape]


@dataclass(frozen=True, slots=True)
class MatTab:
    """A mat to draw; ``drawn`` ones are marked."""

    mat: str
    label: str
    drawn: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A place on the picture: its corners, and the face or the word that stands in it."""

    corners: tuple[Point, ...]
    face: str
    word: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Handle:
    """What can be dragged: a corner, a line between columns, the line below the selection."""

    key: str
    place: Point
    chosen: bool


@dataclass(frozen=True, slots=True)
class PlacesModel:
    """What the screen shows.

    Attributes:
        preview: what Draw would lay onto the picture.
    """

    picture: Picture | None
    tabs: tuple[MatTab, ...]
    lines: tuple[PlaceLine, ...]
    preview: tuple[PlaceLine, ...]
    handles: tuple[Handle, ...]
    drawn: bool
    columns: bool
    selections: bool
    dictate: bool


class PlacesPresenter:
    """Behaviour of drawing; nothing is kept before ``keep``.

    Args:
        ui: the presenters' ui.
        tell: takes errors.
    """

    def __init__(self, ui: UiContext, tell: Callable[[CompanionError], None]) -> None:
        self._ui = ui
        self._tell = tell
        self._shapes: _Shapes = MappingProxyType({})
        self._past: list[_Shapes] = []
        self._future: list[_Shapes] = []
        self._others: tuple[DrawnPlace, ...] = ()
        self._mat = MATS[0]
        self._handle = ""
        self._grip: Point = (0.0, 0.0)

    @property
    def _machine(self) -> Drawing:
        return self._ui.settings.services.calibration.drawing

    # --- coming and going ------------------------------------------------------------------------

    def open(self, profile: str) -> None:
        """Begin with what is drawn already."""
        try:
            places = self._machine.drawn(profile)
            self._machine.begin(profile)
        except CompanionError as error:
            self._tell(error)
            return
        shapes = {mat: shape for mat in MATS if (shape := shape_of(mat, places)) is not None}
        self._shapes = MappingProxyType(shapes)
        self._others = tuple(place for place in places if place.mat not in shapes)
        self._past, self._future = [], []
        self._mat, self._handle = next(iter(shapes), MATS[0]), ""

    def cancel(self) -> None:
        """End without keeping anything."""
        self._machine.cancel()

    def keep(self) -> bool:
        """Keep all places; returns whether they were taken."""
        places = [place for mat, shape in self._shapes.items() for place in shape.places(mat)]
        drawn = set(self._shapes)
        others = [place for place in self._others if place.mat not in drawn]
        try:
            self._machine.keep((*places, *others))
        except CompanionError as error:
            self._tell(error)
            return False
        return True

    def go_on(self) -> None:
        """Draw where there is nothing else to do, else keep what was changed."""
        if self.begins:
            self.draw()
        elif self.changed:
            self.keep()

    @property
    def changed(self) -> bool:
        """Whether there is something to keep."""
        return bool(self._past)

    @property
    def begins(self) -> bool:
        """Whether drawing this mat is all that can be done: there is nothing to keep."""
        return self._shape is None and not self.changed

    # --- what is shown ---------------------------------------------------------------------------

    def model(self) -> PlacesModel | None:
        """What the screen shows; None where nobody draws."""
        view = self._machine.view()
        if view is None:
            return None
        shape = self._shape
        preview = () if shape is not None else self._lines(self._mat, self._begun_with())
        return PlacesModel(
            picture=view.picture,
            tabs=tuple(
                MatTab(mat, self._label(mat), mat in self._shapes, mat == self._mat) for mat in MATS
            ),
            lines=tuple(
                line for mat, each in self._shapes.items() for line in self._lines(mat, each)
            ),
            preview=tuple(replace(line, chosen=False) for line in preview),
            handles=() if shape is None else tuple(self._handles(shape)),
            drawn=shape is not None,
            columns=self._mat != TRAY,
            selections=shape is not None and shape.select is not None,
            dictate=shape is not None and shape.dictate is not None,
        )

    @property
    def advice(self) -> str:
        """What to do now."""
        translate = self._ui.translate
        view = self._machine.view()
        if view is not None and view.hidden:
            return translate("Players choose behind their screens: the camera waits.")
        if view is not None and view.fault is not None:
            return f"{translate.message(view.fault)} {translate.hint(view.fault)}"
        if self._shape is None:
            return translate("Where do this mat's dice lie? The camera must stay where it is.")
        return translate("Drag the corners onto the strip, then the lines between the columns.")

    def _label(self, mat: str) -> str:
        return self._ui.translate("Tray") if mat == TRAY else mat.rpartition("-")[2]

    def _lines(self, mat: str, shape: StripShape) -> list[PlaceLine]:
        chosen = mat == self._mat
        words = {"dictate": self._ui.translate("Dictate"), TRAY: self._label(TRAY)}
        return [
            PlaceLine(
                place.corners,
                place.zone.removeprefix("select_") if place.zone not in words else "",
                words.get(place.zone, ""),
                chosen,
            )
            for place in shape.places(mat)
        ]

    def _handles(self, shape: StripShape) -> list[Handle]:
        found = [(f"corner-{k}", place) for k, place in enumerate(shape.corners)]
        found += [(f"divider-{k}", shape.at(u, _DIVIDER_V)) for k, u in enumerate(shape.dividers)]
        if shape.select is not None:
            found.append(("row-0", shape.at(0.5, shape.select)))
        found += [(f"dictate-{k}", place) for k, place in enumerate(shape.dictate or ())]
        return [Handle(key, place, key == self._handle) for key, place in found]

    # --- what can be done ------------------------------------------------------------------------

    def choose(self, mat: str) -> None:
        """Draw another mat."""
        self._mat, self._handle = mat, ""

    def draw(self) -> None:
        """Lay a strip onto the picture, as large as the last one."""
        if self._shape is not None:
            return
        self._put(self._begun_with())
        self._handle = "corner-0"

    def remove(self) -> None:
        """Take this mat's places away."""
        if self._shape is not None:
            self._remember()
            self._shapes = MappingProxyType(
                {m: s for m, s in self._shapes.items() if m != self._mat}
            )
            self._handle = ""

    def toggle_selections(self) -> None:
        """With or without places for the selection."""
        shape = self._shape
        if shape is not None and shape.dividers:
            self._put(shape.with_selections(on=shape.select is None))

    def toggle_dictate(self) -> None:
        """With or without a place for Dictate."""
        shape = self._shape
        if shape is not None and shape.dividers:
            self._put(shape.with_dictate(on=shape.dictate is None))

    def grab(self, place: Point, reach: float, aspect: float) -> bool:
        """A finger went down: take the nearest handle, else the strip; whether there is one.

        Args:
            place: of the finger on the picture.
            reach: how far a handle is felt, as a share of the picture's width.
            aspect: the picture's height over its width.
        """
        shape = self._shape
        if shape is None:
            return False
        nearest: tuple[float, str] | None = None
        for handle in self._handles(shape):
            across, along = handle.place[0] - place[0], (handle.place[1] - place[1]) * aspect
            apart = (across * across + along * along) ** 0.5
            if apart <= reach and (nearest is None or apart < nearest[0]):
                nearest = apart, handle.key
        if nearest is None and not shape.covers(place):
            return False
        self._handle = nearest[1] if nearest is not None else ""
        self._grip = place
        self._remember()
        return True

    def drag(self, to: Point) -> None:
        """The finger moves what it has grabbed."""
        shape = self._shape
        if shape is None:
            return
        to = min(max(to[0], 0.0), 1.0), min(max(to[1], 0.0), 1.0)
        if self._handle:
            self._show(self._pulled(shape, to))
            return
        moved = shape.moved(to[0] - self._grip[0], to[1] - self._grip[1])
        if moved is not shape:
            self._grip = to
            self._show(moved)

    def release(self) -> None:
        """The finger leaves; a touch that moved nothing is no step."""
        if self._past and self._past[-1] == self._shapes:
            self._past.pop()

    def next_handle(self, way: int = 1) -> None:
        """Choose the handle after this one, or before it."""
        shape = self._shape
        if shape is None:
            return
        keys = [handle.key for handle in self._handles(shape)]
        at = keys.index(self._handle) + way if self._handle in keys else 0
        self._handle = keys[at % len(keys)]

    def nudge(self, right: int, down: int, *, steps: int = 1) -> None:
        """Move the chosen handle by a little, or the whole strip where none is chosen."""
        shape = self._shape
        if shape is None:
            return
        across, along = right * STEP * steps, down * STEP * steps
        handle = next((each for each in self._handles(shape) if each.chosen), None)
        if handle is None:
            fresh = shape.moved(across, along)
        else:
            fresh = self._pulled(shape, (handle.place[0] + across, handle.place[1] + along))
        if fresh != shape:
            self._put(fresh)

    def undo(self) -> None:
        """Take the last change back."""
        if self._past:
            self._future.append(self._shapes)
            self._shapes = self._past.pop()

    def redo(self) -> None:
        """Do it again."""
        if self._future:
            self._past.append(self._shapes)
            self._shapes = self._future.pop()

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is one to do again."""
        return bool(self._future)

    # --- inside ----------------------------------------------------------------------------------

    @property
    def _shape(self) -> StripShape | None:
        return self._shapes.get(self._mat)

    def _pulled(self, shape: StripShape, to: Point) -> StripShape:
        kind, _, number = self._handle.partition("-")
        match kind:
            case "corner":
                return shape.with_corner(int(number), to)
            case "divider":
                return shape.with_divider(int(number), to)
            case "row":
                return shape.with_row(to)
            case _:
                return shape.with_dictate_corner(int(number), to)

    def _like_another(self) -> StripShape | None:
        """The last strip's size and columns, a little lower or higher."""
        strips = [shape for shape in self._shapes.values() if shape.dividers]
        if self._mat == TRAY or not strips:
            return None
        last = strips[-1]
        height = max(y for _, y in last.corners) - min(y for _, y in last.corners)
        for down in (1.2 * height, -1.2 * height):
            moved = last.moved(0.0, down)
            if moved is not last:
                return moved
        return last

    def _begun_with(self) -> StripShape:
        """What is drawn first, and shown before."""
        return self._like_another() or (_FIRST_TRAY if self._mat == TRAY else _FIRST)

    def _remember(self) -> None:
        self._past = [*self._past[-_MOST_UNDO:], self._shapes]
        self._future = []

    def _put(self, shape: StripShape) -> None:
        self._remember()
        self._show(shape)

    def _show(self, shape: StripShape) -> None:
        self._shapes = MappingProxyType({**self._shapes, self._mat: shape})
