"""From stills to named tiles; ``TilesFromStills.read`` is the pipeline."""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from companion.session.ports import DiceReader, DieReading, Frame, Problem, ReadRequest
from companion.session.service_ports import TilesReading, TileTimings
from vision.core.arrays import F64, ImageU8, median
from vision.core.crops import check_frame
from vision.core.image_pyramid import ImagePyramid
from vision.core.inference import FinderNet
from vision.detection.peaks import suppressed
from vision.tiles.appearance import Appearance, TileBox, looks_of
from vision.tiles.finding import find_tiles
from vision.tiles.naming import (
    SURE,
    Seen,
    chances,
    class_evidence,
    look_evidence,
    named,
    possible_evidence,
    text_evidence,
)
from vision.tiles.networks import CLOSE_LINES_PX, LinesNet, OutlineNet, TextNet
from vision.tiles.outlines import Outlines, outlines
from vision.tiles.text import find_lines, read_line
from vision.tiles.vocabulary import TileName, Vocabulary, letters_of

MAYBE_TILE: Final = 0.2
"""Outlines with a lower tile probability are dropped; up to ``IS_TILE`` a sure name is needed."""

IS_TILE: Final = 0.9

ODD_SIZE: Final = 1.5
"""Outlines larger or smaller than the median by this factor are no tiles: all have one size."""

SMALL_PX: Final = 100.0
"""Names on smaller tiles are hard to read."""

_SAME_PLACE: Final = 0.35
_SAME_TILE: Final = 0.6
_CLEAR: Final = 0.88
_LEGIBLE: Final = 0.6
_LEAST_LETTERS: Final = 4


@dataclass(frozen=True, slots=True)
class TileNetworks:
    """The networks, in the order in which they run."""

    finder: FinderNet
    outline: OutlineNet
    lines: LinesNet
    text: TextNet


@dataclass(frozen=True, slots=True, eq=False)
class _Text:
    """The text on a tile, its evidence for each name, and the line's corners from its start.

    Attributes:
        printed: the largest legible line: the name, even if it is not in the catalogue.
    """

    text: str
    evidence: F64
    line: F64 | None = None
    printed: str = ""

    @property
    def fit(self) -> float:
        """Log likelihood ratio of the text, best name against unknown text; at least 0."""
        return max(0.0, float(self.evidence.max(initial=0.0)))


@dataclass(frozen=True, slots=True, eq=False)
class SeenTiles:
    """Tiles of one still before they are named; ``scores`` (N, names) are those of `Seen`."""

    outlines: Outlines
    names: tuple[_Text, ...]
    scores: F64


class TilesFromStills:
    """Reads tiles from pictures. One instance belongs to one thread.

    Args:
        networks: finder, outline and text.
        names: the faces of the box.
        box: the enrolled tiles.
        dice: reads the dice in the first picture; None leaves them out.
    """

    def __init__(
        self, networks: TileNetworks, names: Sequence[TileName], box: TileBox | None = None,
        dice: DiceReader | None = None,
    ) -> None:  # fmt: skip
        self.networks = self._nets = networks
        self.names = self._names = tuple(names)
        self._dice = dice
        self._box = box or TileBox("")
        self.use_box(self._box)

    @property
    def box(self) -> TileBox:
        """The box in use."""
        return self._box

    @property
    def tiles(self) -> frozenset[str]:
        """The keys that a reading may name."""
        return frozenset(name.tile for name in self._names)

    @property
    def known(self) -> frozenset[str]:
        """Those of them that are enrolled in the box with all their faces."""
        return self.tiles - {name.tile for name in self._names if name.key not in self._box.tiles}

    def use_box(self, box: TileBox) -> None:
        """Use another box, or the same with more tiles in it."""
        self._box = box
        places = {name.key: number for number, name in enumerate(self._names)}
        more = [(places[key], text) for key, known in box.tiles.items() if key in places
                for text in known.texts]  # fmt: skip
        self._vocabulary = Vocabulary(self._names, self._nets.text.characters, more)
        self._appearance = Appearance(box, [name.key for name in self._names])

    def read(
        self, frames: Sequence[Frame], possible: Collection[str] | None = None
    ) -> TilesReading:
        """Return the tiles in the first of *frames*; the others help where there is glare.

        Args:
            frames: stills of one table from one place.
            possible: keys of the tiles that may lie there; None for all of the box.

        Raises:
            BadFrameError: a frame is not a valid image.
            ValueError: there is no frame.
        """
        begin = time.perf_counter()
        first = _picture(frames[0])
        found = self._found(first)
        found_s = time.perf_counter()
        seen = self._read(first, found)
        for frame in frames[1:]:
            seen = self._merged(seen, frame)
        read_s = time.perf_counter()
        found, scores = seen.outlines, seen.scores + possible_evidence(self._names, possible)
        squares = [
            Seen(corners, evidence, name.text if name.fit > 0 else name.printed)
            for corners, evidence, name, is_tile in zip(
                found.corners_px, scores, seen.names, found.is_tile, strict=True
            )
            if is_tile >= IS_TILE or chances(evidence).max(initial=0.0) >= SURE
        ]
        tiles = named(self._names, squares)
        problems = _problems(squares)
        dice: tuple[DieReading, ...] = ()
        if self._dice is not None:
            reading = self._dice.read(ReadRequest(frames[0], whole_image=True)).reading
            dice, problems = reading.dice, (*problems, *reading.problems)
        end = time.perf_counter()
        width, height = first.size_px
        timings = TileTimings(
            find=round(1e3 * (found_s - begin), 3), read=round(1e3 * (read_s - found_s), 3),
            total=round(1e3 * (end - begin), 3),
        )  # fmt: skip
        return TilesReading(width, height, tiles, problems, dice, timings)

    def enrolled(self, frame: Frame, labels: Sequence[tuple[tuple[float, float], str]]) -> tuple[
        TileBox, tuple[int, ...]
    ]:  # fmt: skip
        """Return the box with the tiles of a picture that a person has labelled.

        Args:
            labels: centre in pixels, and key of the tile that lies there.

        Returns:
            The box, also in use from now on, and the indices of the labels that lie on no tile.
        """
        picture = _picture(frame)
        seen = self._read(picture, self._found(picture))
        found = seen.outlines
        looks = looks_of(picture, found.corners_px)
        box, missing = self._box, []
        for number, (centre, tile) in enumerate(labels):
            faces = [name for name in self._names if name.tile == tile]
            squares = _at(found, centre, len(faces))
            if not squares:
                missing.append(number)
            for face, square in zip(faces, squares, strict=False):
                name = seen.names[square]
                read = self._names[int(seen.scores[square].argmax())].key == face.key
                text = name.text if read and name.fit > 0 else name.printed
                box = box.with_tile(face.key, looks[square], text)
        self.use_box(box)
        return box, tuple(missing)

    def _found(self, picture: ImagePyramid) -> Outlines:
        found = outlines(self._nets.outline, picture, find_tiles(self._nets.finder, picture))
        return _one_size(_without_duplicates(found.select(found.is_tile >= MAYBE_TILE)))

    def _read(self, picture: ImagePyramid, found: Outlines) -> SeenTiles:
        looks = looks_of(picture, found.corners_px)
        lines = find_lines(self._nets.lines, picture, found.corners_px)
        corners, names = found.corners_px.copy(), []
        scores = np.zeros((len(found), len(self._names)))
        for number in range(len(found)):
            classes = class_evidence(
                self._names, found.kind[number], found.colour[number], found.cost[number]
            )
            others = classes + self._looks(looks[number])
            name = self._text(picture, lines[number], others)
            if chances(name.evidence + others).max(initial=0.0) < SURE:
                closer = corners[number : number + 1]
                closer_lines = find_lines(self._nets.lines, picture, closer, CLOSE_LINES_PX)[0]
                again = self._text(picture, closer_lines, others)
                # Fewer lines are merged at this resolution.
                printed = again.printed or name.printed
                better = max(again, name, key=lambda text: float((text.evidence + others).max()))
                name = replace(better, printed=printed)
            if chances(name.evidence + others).max(initial=0.0) < SURE and self._appearance:
                turned = [self._looks(np.rot90(looks[number], turn)) for turn in range(4)]
                best = int(np.argmax([alike.max() for alike in turned]))
                if turned[best].max() > max(0.0, float(turned[0].max())):
                    others = classes + turned[best]
                    corners[number] = np.roll(corners[number], -best, axis=0)
            if name.line is not None and name.fit > 0:
                corners[number] = _upright(corners[number], name.line)
            names.append(name)
            scores[number] = name.evidence + others
        return SeenTiles(replace(found, corners_px=corners), tuple(names), scores)

    def _looks(self, look: ImageU8) -> F64:
        return look_evidence(self._appearance.scores(look), self._appearance.usual)

    def _text(self, picture: ImagePyramid, lines: Sequence[F64], others: F64) -> _Text:
        """Return the text with the highest evidence for a name.

        The first line is the largest. Another line, or the other direction, is read only where the
        confidence of the first is low or it fits no name.
        """
        best, printed = _Text("", text_evidence(self._vocabulary, None, "")), ""
        for quad in lines:
            for turned in (quad, np.roll(quad, 2, axis=0)):
                line = read_line(self._nets.text, picture, turned)
                evidence = text_evidence(self._vocabulary, line.steps, line.text)
                if not best.text or evidence.max() > best.evidence.max():
                    best = _Text(line.text, evidence, turned)
                if line.clear > _LEGIBLE and len(letters_of(line.text)) >= _LEAST_LETTERS:
                    printed = printed or line.text
                if line.clear > _CLEAR:
                    if (evidence + others).max() > 0:
                        return replace(best, printed=printed)
                    break
        return replace(best, printed=printed)

    def _merged(self, seen: SeenTiles, frame: Frame) -> SeenTiles:
        """Merge the tiles with those of another still, including tiles that only it shows.

        The better reading of each tile counts.
        """
        picture = _picture(frame)
        other = self._read(picture, self._found(picture))
        names, scores, new = list(seen.names), seen.scores.copy(), []
        there = set(scores.argmax(axis=1).tolist()) if len(scores) else set()
        for number, corners in enumerate(other.outlines.corners_px):
            at = _at(seen.outlines, tuple(corners.mean(axis=0)), 1)
            if at:
                if other.scores[number].max() > scores[at[0]].max():
                    names[at[0]] = other.names[number]
                scores[at[0]] = np.maximum(scores[at[0]], other.scores[number])
            elif int(other.scores[number].argmax()) not in there:
                new.append(number)
        return SeenTiles(
            seen.outlines.with_more(other.outlines.select(np.array(new, np.intp))),
            (*names, *(other.names[number] for number in new)),
            np.concatenate([scores, other.scores[new]]),
        )


def _picture(frame: Frame) -> ImagePyramid:
    check_frame(frame.pixels)
    return ImagePyramid(frame.pixels)


def _upright(corners: F64, line: F64) -> F64:
    """Return a tile's corners, rotated to begin where a line of its text does."""
    along, text = corners[1] - corners[0], line[1] - line[0]
    turn = np.arctan2(text[1], text[0]) - np.arctan2(along[1], along[0])
    return np.roll(corners, -round(float(turn) / (np.pi / 2)), axis=0)


def _edges(found: Outlines) -> F64:
    return np.sqrt([max(1.0, cv2.contourArea(c.astype(np.float32))) for c in found.corners_px])


def _one_size(found: Outlines) -> Outlines:
    """Drop outliers in size; perspective changes it gradually."""
    if len(found) < 3:
        return found
    edges = _edges(found)
    usual = median(np.repeat(edges, np.ceil(found.score * 4).astype(int)))
    return found.select(np.abs(np.log(edges / usual)) < math.log(ODD_SIZE))


def _without_duplicates(found: Outlines) -> Outlines:
    """Non-maximum suppression of outlines; tiles overlap by a third at most."""
    x, y = found.corners_px.mean(axis=1).T
    edges = _edges(found)
    near = np.hypot(x[:, None] - x, y[:, None] - y) < _SAME_TILE * np.minimum(edges[:, None], edges)
    return found.select(suppressed(near))


def _at(found: Outlines, centre: tuple[float, float], count: int) -> list[int]:
    """Return the index of the tile at a point, or of the halves of a double one, left first."""
    if not len(found):
        return []
    middles = found.corners_px.mean(axis=1)
    edges = np.hypot(*(found.corners_px[:, 1] - found.corners_px[:, 0]).T)
    apart = np.hypot(*(middles - centre).T) / edges
    near = np.argsort(apart)[:count]
    if count == 1:
        return [int(near[0])] if apart[near[0]] < _SAME_PLACE else []
    if len(near) < count or apart[near].max() > 0.5 + _SAME_PLACE:
        return []
    along = found.corners_px[near[0], 1] - found.corners_px[near[0], 0]
    return sorted((int(n) for n in near), key=lambda n: float(middles[n] @ along))


def _problems(squares: Sequence[Seen]) -> tuple[Problem, ...]:
    if not squares:
        return (Problem("no_tiles", "There is no tile in the image."),)
    small = [square.edge_px for square in squares if square.edge_px < SMALL_PX]
    if len(small) > len(squares) / 2:
        return (Problem("tiles_too_small", "The tile names are too small to read: "
                        "move the camera closer.", {"size_px": round(min(small))}),)  # fmt: skip
    return ()
