"""Presenter for drawing places on the camera picture: handles, nudges and keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from companion.errors import CompanionError
from companion.session.calibration_ports import Drawing, DrawnPlace
from companion.session.table_port import Picture
from kivy_ui.calibration.strip_shape import Point, StripShape, shape_of
from kivy_ui.common.ui_context import UiContext

MATS: Final = (*(f"strip-{seat}" for seat in range(1, 6)), "tray")
TRAY: Final = "tray"

STEP: Final = 0.002
"""Distance of one nudge, as a share of the picture: two or three camera pixels."""

_FIRST: Final = StripShape(((0.2, 0.38), (0.8, 0.38), (0.8, 0.62), (0.2, 0.62)))
_FIRST_TRAY: Final = StripShape(((0.38, 0.36), (0.62, 0.36), (0.62, 0.64), (0.38, 0.64)), ())
_DIVIDER_V: Final = 0.6
"""v of the handle on a column divider: away from the selection places."""
_MOST_UNDO: Final = 100

_Shapes = Mapping[str, StripShape]


@dataclass(frozen=True, slots=True)
class MatTab:
    """A mat that can be drawn; ``drawn`` ones are marked."""

    mat: str
    label: str
    drawn: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A place in the picture: its corners, and the face or the word shown in it."""

    corners: tuple[Point, ...]
    face: str
    word: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Handle:
    """A draggable point: a corner, a column divider, the line below the selection places."""

    key: str
    place: Point
    chosen: bool


@dataclass(frozen=True, slots=True)
class PlacesModel:
    """Content of the screen.

    Attributes:
        preview: the places that Draw would create.
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
    """Presenter for drawing places; nothing is saved before ``keep``.

    Args:
        ui: the shared context of all presenters.
        tell: called with errors.
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

    # --- opening and closing ---------------------------------------------------------------------

    def open(self, profile: str) -> None:
        """Begin with the stored places."""
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
        """End without saving."""
        self._machine.cancel()

    def keep(self) -> bool:
        """Save all places; return whether that succeeded."""
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
        """Draw the mat if there is nothing to save, else save the changes."""
        if self.begins:
            self.draw()
        elif self.changed:
            self.keep()

    @property
    def changed(self) -> bool:
        """Whether there are unsaved changes."""
        return bool(self._past)

    @property
    def begins(self) -> bool:
        """Whether the only possible action is drawing this mat, as there is nothing to save."""
        return self._shape is None and not self.changed

    # --- display ---------------------------------------------------------------------------------

    def model(self) -> PlacesModel | None:
        """Return the content of the screen; None if no drawing is in progress."""
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
        """Instruction for the user."""
        translate = self._ui.translate
        view = self._machine.view()
        if view is not None and view.hidden:
            return translate("Players choose behind their screens: the camera is paused.")
        if view is not None and view.fault is not None:
            return f"{translate.message(view.fault)} {translate.hint(view.fault)}"
        if self._shape is None:
            return translate("Where are the dice on this mat? Do not move the camera.")
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

    # --- actions ---------------------------------------------------------------------------------

    def choose(self, mat: str) -> None:
        """Select the mat to draw."""
        self._mat, self._handle = mat, ""

    def draw(self) -> None:
        """Place a strip on the picture, as large as the last one."""
        if self._shape is not None:
            return
        self._put(self._begun_with())
        self._handle = "corner-0"

    def remove(self) -> None:
        """Remove this mat's places."""
        if self._shape is not None:
            self._remember()
            self._shapes = MappingProxyType(
                {m: s for m, s in self._shapes.items() if m != self._mat}
            )
            self._handle = ""

    def toggle_selections(self) -> None:
        """Add or remove the selection places."""
        shape = self._shape
        if shape is not None and shape.dividers:
            self._put(shape.with_selections(on=shape.select is None))

    def toggle_dictate(self) -> None:
        """Add or remove the Dictate place."""
        shape = self._shape
        if shape is not None and shape.dividers:
            self._put(shape.with_dictate(on=shape.dictate is None))

    def grab(self, place: Point, reach: float, aspect: float) -> bool:
        """Grab the nearest handle, else the strip; return whether there was one.

        Args:
            place: position of the touch in the picture.
            reach: touch radius of a handle, as a share of the picture's width.
            aspect: the picture's height divided by its width.
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
        """Move what was grabbed."""
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
        """End a drag; one that moved nothing is no undo step."""
        if self._past and self._past[-1] == self._shapes:
            self._past.pop()

    def next_handle(self, way: int = 1) -> None:
        """Select the next handle, or the previous one."""
        shape = self._shape
        if shape is None:
            return
        keys = [handle.key for handle in self._handles(shape)]
        at = keys.index(self._handle) + way if self._handle in keys else 0
        self._handle = keys[at % len(keys)]

    def nudge(self, right: int, down: int, *, steps: int = 1) -> None:
        """Move the selected handle slightly, or the whole strip if none is selected."""
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
        """Undo the last change."""
        if self._past:
            self._future.append(self._shapes)
            self._shapes = self._past.pop()

    def redo(self) -> None:
        """Redo the undone change."""
        if self._future:
            self._past.append(self._shapes)
            self._shapes = self._future.pop()

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to undo."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is a change to redo."""
        return bool(self._future)

    # --- private ---------------------------------------------------------------------------------

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
        """Return a copy of the last strip, moved down or up by slightly more than its height."""
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
        """Return the initial shape, also used for the preview."""
        return self._like_another() or (_FIRST_TRAY if self._mat == TRAY else _FIRST)

    def _remember(self) -> None:
        self._past = [*self._past[-_MOST_UNDO:], self._shapes]
        self._future = []

    def _put(self, shape: StripShape) -> None:
        self._remember()
        self._show(shape)

    def _show(self, shape: StripShape) -> None:
        self._shapes = MappingProxyType({**self._shapes, self._mat: shape})
