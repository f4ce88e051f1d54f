"""From stills to named tiles; ``TilesFromStills.read`` is the pipeline."""

import math
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np

from companion.session.ports import DiceReader, DieReading, Frame, Problem, ReadRequest
from companion.session.service_ports import TilesReading, TileTimings
from vision.core.arrays import F64, ImageU8
from vision.core.crops import check_frame
from vision.core.detections import Detections
from vision.core.image_pyramid import ImagePyramid
from vision.tiles import naming
from vision.tiles.appearance import Appearance, TileBox, looks_of
from vision.tiles.edges import FOUND, READ, adjusted, bordered, find_edges
from vision.tiles.finding import find_tiles
from vision.tiles.lines import ReadLine, Square, has_room, local, squares_of
from vision.tiles.networks import TileNetworks
from vision.tiles.table import Table
from vision.tiles.text import Spot, find_lines, read_line
from vision.tiles.vocabulary import TileName, Vocabulary, letters_of

LISTED: Final = 0.6
"""Least score of a detected tile that is listed without a name."""

BORDERED: Final = 0.45
"""Least share of the borders with edges of a tile that is listed without a name."""

LIKELY: Final = 0.9
"""Least probability of all names together for what is listed with a lower score."""

ODD_SIZE: Final = 1.5
"""Detected tiles larger or smaller than the others by this factor are none: all have one size."""

SMALL_PX: Final = 100.0
"""Names on smaller tiles are hard to read."""

_SAME_PLACE: Final = 0.35
_CLEAR: Final = 0.88
_LEGIBLE: Final = 0.6
_LEAST_LETTERS: Final = 4
_MOST_BETWEEN: Final = 0.3  # share of a sure name's letters that may be missing between its ends


@dataclass(frozen=True, slots=True, eq=False)
class SeenTiles:
    """N tiles of one still before they are named.

    Attributes:
        corners: (N, 4, 2).
        found: score of the finder, (N,), 0..1; 0 for a name where it found nothing.
        texts: the name that was read, or else the largest legible line.
        scores: those of `Seen`, (N, names).
    """

    corners: F64
    found: F64
    texts: tuple[str, ...]
    scores: F64


class TilesFromStills:
    """Reads tiles from pictures. One instance belongs to one thread.

    Args:
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
        places = find_tiles(self._nets.finder, first)
        found_s = time.perf_counter()
        seen = self._read(first, places)
        for frame in frames[1:]:
            seen = _merged(seen, self._seen(_picture(frame)))
        read_s = time.perf_counter()
        scores = seen.scores + naming.possible_evidence(self._names, possible)
        squares = [
            naming.Seen(corners, evidence, text)
            for corners, evidence, text, found in zip(
                seen.corners, scores, seen.texts, seen.found, strict=True
            )
            if found >= LISTED or naming.chances(evidence).sum() >= LIKELY
        ]
        tiles = naming.named(self._names, squares)
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
        seen = self._seen(picture)
        looks = looks_of(picture, seen.corners)
        box, missing = self._box, []
        for number, (centre, tile) in enumerate(labels):
            faces = [name for name in self._names if name.tile == tile]
            squares = _at(seen, centre, len(faces))
            if not squares:
                missing.append(number)
            for face, square in zip(faces, squares, strict=False):
                box = box.with_tile(face.key, looks[square], seen.texts[square])
        self.use_box(box)
        return box, tuple(missing)

    def _seen(self, picture: ImagePyramid) -> SeenTiles:
        return self._read(picture, find_tiles(self._nets.finder, picture))

    def _read(self, picture: ImagePyramid, places: Detections) -> SeenTiles:
        if not len(places):
            return SeenTiles(np.empty((0, 4, 2)), np.empty(0), (), np.empty((0, len(self._names))))
        table = Table.of_sizes(picture.size_px, places)
        alike = np.abs(np.log(table.sizes(places))) < math.log(ODD_SIZE)
        places = places.select(alike if alike.any() else places.scores >= places.scores.max())
        centres = table.flat(places.centres_px)
        edges = find_edges(picture, table, centres)
        turns = np.radians(places.angles_deg.astype(np.float64))
        spots = find_lines(self._nets.lines, picture, table, centres)
        plane, _, turns = adjusted(table, centres, turns, np.full(len(places), FOUND), edges)
        spots = [spot.moved(table, plane) for spot in spots]
        table, centres = plane, plane.flat(places.centres_px)
        squares = squares_of(centres, turns, spots, partial(self._line, picture, table))
        table = _adjusted(table, squares, edges)
        self._read_places(picture, table, squares)
        corners = np.stack([table.square(square.centre, square.turn) for square in squares])
        scores = [self._names_on(square, centres) for square in squares]
        for square, evidence in zip(squares, scores, strict=True):
            if (
                square.lines
                and naming.chances(evidence).sum() > naming.LEAST
                and naming.chances(evidence).max() < naming.SURE
            ):
                cost = read_line(self._nets.text, picture, table.seen(square.cost.corners))
                evidence += naming.cost_evidence(
                    self._names, self._nets.text.characters, cost.steps
                )
        if self._appearance:
            looks = looks_of(picture, corners)
            for number, square in enumerate(squares):
                turned = [self._looks(np.rot90(looks[number], turn)) for turn in range(4)]
                best = 0 if square.named else int(np.argmax([alike.max() for alike in turned]))
                scores[number] = scores[number] + turned[best]
                corners[number] = np.roll(corners[number], -best, axis=0)
        poses = np.stack([s.centre for s in squares]), np.array([s.turn for s in squares])
        borders = bordered(table, *poses, edges) > BORDERED
        found = [
            0.0 if s.place is None or not (s.named or on) else float(places.scores[s.place])
            for s, on in zip(squares, borders.tolist(), strict=True)
        ]
        return SeenTiles(corners, np.array(found), tuple(map(_text_of, squares)), np.stack(scores))

    def _names_on(self, square: Square, centres: F64) -> F64:
        """Return the log odds of each name: one of its lines is the name, or none is.

        Args:
            centres: of the detected tiles.
        """
        lines = [[line.evidence] for line in square.lines] or [[]]
        scores = np.max([naming.name_evidence(line, len(self._names)) for line in lines], axis=0)
        if square.named:
            best = int(scores.argmax())
            for longer, *ends in self._vocabulary.longer(best):
                if has_room(square, centres, ends):
                    scores[longer] = max(scores[longer], scores[best] - naming.COVERED_NAME)
        return np.asarray(scores)

    def _looks(self, look: ImageU8) -> F64:
        return naming.look_evidence(self._appearance.scores(look), self._appearance.usual)

    def _read_places(self, picture: ImagePyramid, table: Table, squares: Sequence[Square]) -> None:
        """Read tiles without a name where the names of the others are, in each direction."""
        whole = [s for s in squares if s.named and s.lines[0].whole]
        if not whole:
            return
        spots = [square.lines[0].spot for square in whole]
        at = np.array([local(spot, s.centre) for spot, s in zip(spots, whole, strict=True)])
        reach = np.array([spot.length for spot in spots]) / 2
        begin, end = float((at[:, 0] - reach).min()), float((at[:, 0] + reach).max())
        place = np.array([(begin + end) / 2, np.median(at[:, 1])])
        height = float(np.median([spot.height for spot in spots]))
        for square in squares:
            if not square.named:
                strips = [square.strip(quarter, place, end - begin, height) for quarter in range(4)]
                square.take_best([self._judged(picture, table, strip) for strip in strips])

    def _line(self, picture: ImagePyramid, table: Table, spot: Spot) -> ReadLine:
        """Return a line, read in the direction in which it is clearer."""
        found = self._judged(picture, table, spot)
        if found.clear < _CLEAR:
            other = self._judged(picture, table, spot.reversed)
            return other if other.clear > found.clear else found
        return found

    def _judged(self, picture: ImagePyramid, table: Table, spot: Spot) -> ReadLine:
        """Return a line and the evidence for each name."""
        line = read_line(self._nets.text, picture, table.seen(spot.corners))
        evidence = naming.text_evidence(self._vocabulary, line.steps, line.text, line.clear)
        found = ReadLine(spot, line.text, line.clear, evidence)
        if not found.sure:
            return found
        best = int(evidence.argmax())
        *ends, between = self._vocabulary.missing(best, line.text)
        if between > _MOST_BETWEEN:
            evidence[best] = min(evidence[best], naming.UNSURE)
            return found
        return replace(found, spot=spot.extended(*ends), whole=not any(ends))


def _picture(frame: Frame) -> ImagePyramid:
    check_frame(frame.pixels)
    return ImagePyramid(frame.pixels)


def _adjusted(table: Table, squares: Sequence[Square], edges: F64) -> Table:
    """Return the plane, and move the tiles on it; *edges* are those of `find_edges`."""
    errors = np.array([READ if square.named else FOUND for square in squares])
    centres = np.stack([square.centre for square in squares])
    turns = np.array([square.turn for square in squares])
    plane, centres, turns = adjusted(table, centres, turns, errors, edges)
    for square, centre, turn in zip(squares, centres, turns, strict=True):
        square.centre, square.turn = centre, float(turn)
        square.lines = [replace(line, spot=line.spot.moved(table, plane)) for line in square.lines]
    return plane


def _text_of(square: Square) -> str:
    """Return the name, or else the largest legible line."""
    legible = (
        line.text for line in square.lines
        if line.sure or (line.clear > _LEGIBLE and len(letters_of(line.text)) >= _LEAST_LETTERS)
    )  # fmt: skip
    return next(legible, "")


def _merged(seen: SeenTiles, other: SeenTiles) -> SeenTiles:
    """Merge the tiles with those of another still, including tiles that only it shows.

    The better reading of each tile counts.
    """
    texts, scores, new = list(seen.texts), seen.scores.copy(), []
    there = set(scores.argmax(axis=1).tolist()) if len(scores) else set()
    for number, corners in enumerate(other.corners):
        at = _at(seen, tuple(corners.mean(axis=0)), 1)
        if at:
            if other.scores[number].max() > scores[at[0]].max():
                texts[at[0]] = other.texts[number]
            scores[at[0]] = np.maximum(scores[at[0]], other.scores[number])
        elif int(other.scores[number].argmax()) not in there:
            new.append(number)
    return SeenTiles(
        np.concatenate([seen.corners, other.corners[new]]),
        np.concatenate([seen.found, other.found[new]]),
        (*texts, *(other.texts[number] for number in new)),
        np.concatenate([scores, other.scores[new]]),
    )


def _at(seen: SeenTiles, centre: tuple[float, float], count: int) -> list[int]:
    """Return the index of the tile at a point, or of the halves of a double one, left first."""
    if not len(seen.corners):
        return []
    middles = seen.corners.mean(axis=1)
    along = seen.corners[:, 1] - seen.corners[:, 0]
    apart = np.hypot(*(middles - centre).T) / np.hypot(*along.T)
    near = np.argsort(apart)[:count]
    if count == 1:
        return [int(near[0])] if apart[near[0]] < _SAME_PLACE else []
    if len(near) < count or apart[near].max() > 0.5 + _SAME_PLACE:
        return []
    return sorted((int(n) for n in near), key=lambda n: float(middles[n] @ along[near[0]]))


def _problems(squares: Sequence[naming.Seen]) -> tuple[Problem, ...]:
    if not squares:
        return (Problem("no_tiles", "There is no tile in the image."),)
    small = [square.edge_px for square in squares if square.edge_px < SMALL_PX]
    if len(small) > len(squares) / 2:
        return (Problem("tiles_too_small", "The tile names are too small to read: "
                        "move the camera closer.", {"size_px": round(min(small))}),)  # fmt: skip
    return ()
