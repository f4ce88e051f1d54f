"""Which lines of a picture are read, and which tile a name is given to."""

from dataclasses import replace

import numpy as np
import pytest

from companion.catalog import load_roll_catalog
from vision.core.arrays import F64
from vision.tiles.lines import ReadLine, Square, has_room, squares_of
from vision.tiles.text import Spot
from vision.tiles.vocabulary import names_of

NAMES = names_of(load_roll_catalog())
PLACE = {name.key: number for number, name in enumerate(NAMES)}
BANNER = np.array([0.1, -0.35])
"""Where a name lies on its tile, from the centre."""

WORLDS = ("gem_world", "mining_world", "spice_world", "pirate_world")


class Table:
    """Tiles in a row, each with its name, a line of rules and what else is put there."""

    def __init__(self, centres: list[tuple[float, float]], turn: float = 0.0) -> None:
        self.centres: F64 = np.array(centres, np.float64)
        self.turn = turn
        self.spots: list[Spot] = []
        self.said: dict[int, str] = {}
        self.asked: list[str] = []
        self.directions: list[float] = []
        for centre, world in zip(self.centres, WORLDS, strict=False):
            self.put(world, centre + self.turned(BANNER), 0.6, 0.15)
            self.put("rules", centre + self.turned(np.array([0.0, 0.2])), 0.7, 0.1)

    def turned(self, away: F64) -> F64:
        c, s = np.cos(self.turn), np.sin(self.turn)
        return np.asarray(away @ np.array([(c, s), (-s, c)]))

    def put(self, said: str, middle: F64, length: float, height: float) -> None:
        self.said[len(self.spots)] = said
        # The detector does not know which way is up.
        self.spots.append(Spot(middle, (self.turn + 1.5) % np.pi - 1.5, length, height))

    def read(self, spot: Spot) -> ReadLine:
        """What is printed nearest to the line's middle, upright."""
        apart = [np.hypot(*(other.middle - spot.middle)) for other in self.spots]
        said = self.said[int(np.argmin(apart))]
        self.asked.append(said)
        self.directions.append(spot.turn)
        evidence = np.full(len(NAMES), -20.0)
        if said in PLACE:
            evidence[PLACE[said]] = 15.0
        return ReadLine(replace(spot, turn=self.turn), said, 1.0, evidence)

    def squares(self, detected: list[int]) -> list[Square]:
        return squares_of(self.centres[detected], np.zeros(len(detected)), self.spots, self.read)


def names(squares: list[Square]) -> dict[str, list[float]]:
    return {s.lines[0].text: s.centre.round(1).tolist() for s in squares if s.named}


ROW = [(0.0, 0.0), (1.05, 0.0), (2.1, 0.0), (3.15, 0.0)]


def test_each_tile_has_the_name_on_it_and_nothing_smaller_is_read() -> None:
    """Also upside down."""
    for turn in (0.0, np.pi):
        table = Table(ROW, turn)
        squares = table.squares([0, 1, 2, 3])
        assert names(squares) == dict(zip(WORLDS, np.round(ROW, 1).tolist(), strict=True))
        assert all(abs(square.turn - turn) < 0.01 for square in squares)
        assert sorted(table.asked) == sorted(WORLDS)


def test_after_the_first_name_lines_are_read_the_way_it_runs() -> None:
    """So that upside-down tiles are not all read twice."""
    table = Table(ROW, np.pi)
    table.squares([0, 1, 2, 3])
    assert np.cos(table.directions[0] - np.pi) < 0
    assert all(np.cos(turn - np.pi) > 0 for turn in table.directions[1:])


def test_a_name_without_a_detected_tile_is_a_tile() -> None:
    """It lies under its name as the others do."""
    table = Table(ROW)
    squares = table.squares([0, 1, 3])
    assert names(squares)["spice_world"] == [2.1, 0.0]
    assert len(names(squares)) == len(ROW)
    assert [square.place for square in squares] == [0, 1, 2, None]


def test_the_name_of_a_lost_neighbour_is_not_taken_for_a_tiles_own() -> None:
    """Overlapping tiles: the taller print of the lost one lies within reach of another's centre."""
    table = Table([(0.0, 0.0), (0.0, 0.75), (2.0, 0.0), (4.0, 0.0)])
    table.put("alien_sentinels", np.array([4.0, 1.0]) + BANNER + (0, -0.1), 0.6, 0.18)
    seen = names(table.squares([0, 2, 3]))
    assert seen["gem_world"] == [0.0, 0.0]
    assert seen["mining_world"] == [0.0, 0.8]
    assert seen["pirate_world"] == [4.0, 0.0]


def test_a_tile_whose_name_is_not_legible_keeps_its_other_lines() -> None:
    """It is listed along its lines, without a name."""
    table = Table(ROW[:1], 0.3)
    table.said = dict.fromkeys(table.said, "unknown")
    (square,) = table.squares([0])
    assert not square.named
    assert abs(square.turn - 0.3) < 0.01
    assert [line.text for line in square.lines] == ["unknown", "unknown"]


def test_a_name_tells_the_centre_of_its_tile() -> None:
    """What is detected of a covered tile lies beside its centre; its name lies where all lie."""
    table = Table(ROW)
    detected = table.centres.copy()
    detected[2] += (-0.1, 0.05)
    squares = squares_of(detected, np.zeros(4), table.spots, table.read)
    assert np.abs(np.stack([s.centre for s in squares]) - ROW).max() < 0.01


def line(x: float, y: float, turn: float = 0.0, length: float = 0.3) -> ReadLine:
    return ReadLine(Spot(np.array([x, y]), turn, length, 0.1), "", 1.0, np.zeros(1))


@pytest.mark.parametrize(
    ("middle", "place", "room"),
    [
        (0.12, 0, False),  # it begins at -0.18: 0.4 more would begin beside the tile
        (0.3, 0, True),
        (0.1, None, True),  # where the tile lies is known from the name alone
    ],
)
def test_a_name_is_the_end_of_a_longer_one_only_with_room_for_it(
    middle: float, place: int | None, room: bool
) -> None:
    """The longer one has 0.8 of its length before it."""
    square = Square(np.zeros(2), 0.0, place, [line(middle, -0.4, length=0.5)], named=True)
    assert has_room(square, np.zeros((1, 2)), (0.8, 0.0)) is room
