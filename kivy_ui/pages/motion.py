"""What moves between two pages: decided from their scenes, without Kivy."""

from dataclasses import dataclass
from typing import Final

from kivy_ui.pages.marks import Box, Flight, Level, Piece, Scene
from kivy_ui.pages.page import Page

_ENTER_MS: Final = 160
_CROSS_MS: Final = 200
_FLIGHT_MS: Final = 240
APPEAR_MS: Final = 140
"""How long a mark with a delay fades in."""


@dataclass(frozen=True, slots=True)
class Motion:
    """A motion that starts when a page is shown.

    Attributes:
        enters: the stage shifts into its place and fades in.
        crosses: the stage fades from the one before, because its parts have other sizes.
        stage_ms: duration of either.
        flights: dice on their way to the foot: index among those that arrive, start, end.
        last_ms: when the last mark with a delay has appeared.
    """

    enters: bool = False
    crosses: bool = False
    flights: tuple[tuple[int, Box, Box], ...] = ()
    last_ms: int = 0

    @property
    def stage_ms(self) -> int:
        return _ENTER_MS if self.enters else _CROSS_MS if self.crosses else 0

    @property
    def flight_ms(self) -> int:
        return _FLIGHT_MS

    @property
    def all_ms(self) -> int:
        return max(self.stage_ms, self.last_ms, _FLIGHT_MS if self.flights else 0)


def is_another(one: Page, other: Page) -> bool:
    """Tell whether a page asks another question, not the same with other ticks."""
    return (one.above, one.question, type(one.body), one.sheet) != (
        other.above, other.question, type(other.body), other.sheet
    )  # fmt: skip


def changes_under_finger(one: Scene, other: Scene) -> bool:
    """Tell whether a tap that was meant for one scene could give another answer on the other."""
    return any(
        old.key != new.key and old.box.overlaps(new.box)
        for old in one.targets
        for new in other.targets
    )


def motion_between(one: Scene, other: Scene, *, another: bool) -> Motion | None:
    """Return what moves from one scene to the other; None if nothing does."""
    flights = _flights(one, other)
    if another:
        late = [mark.delay_ms for kind in (other.patches, other.pieces, other.words)
                for mark in kind]  # fmt: skip
        last = max(late, default=0)
        return Motion(enters=True, flights=flights, last_ms=last + APPEAR_MS if last else 0)
    crosses = _grounds(one) != _grounds(other)
    return Motion(crosses=crosses, flights=flights) if crosses or flights else None


def _grounds(scene: Scene) -> list[Box]:
    """Return the boxes of the stage's surfaces that are not answers."""
    stage = [mark for mark in scene.patches if mark.level is Level.STAGE and mark.of is None]
    return [mark.box for mark in stage if mark.surface in ("card", "flat")]


def _flights(one: Scene, other: Scene) -> tuple[tuple[int, Box, Box], ...]:
    """Return the ways of dice that acted on one scene and lie in the foot of the other."""
    there = {piece.name for piece in one.pieces if piece.flight is Flight.ARRIVES}
    starts: dict[str, list[Piece]] = {}
    for piece in one.pieces:
        if piece.flight is Flight.LEAVES:
            starts.setdefault(piece.name, []).append(piece)
    arrives = [piece for piece in other.pieces if piece.flight is Flight.ARRIVES]
    return tuple(
        (index, starts[piece.name].pop(0).box, piece.box)
        for index, piece in enumerate(arrives)
        if piece.name not in there and starts.get(piece.name)
    )
