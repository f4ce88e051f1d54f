"""Each piece of cardboard lies on the table once; halves of a faction tile are one tile."""

import numpy as np
import pytest

from companion.catalog import load_roll_catalog
from vision.core.arrays import F64
from vision.tiles.naming import (
    SURE,
    Seen,
    chances,
    cost_evidence,
    look_evidence,
    name_evidence,
    named,
    possible_evidence,
)
from vision.tiles.vocabulary import names_of

NAMES = names_of(load_roll_catalog())
PLACE = {name.key: number for number, name in enumerate(NAMES)}


def square(x: float, y: float = 0.0, **evidence: float) -> Seen:
    """A tile of 100 pixels whose scores are those given."""
    corners = np.array([(x, y), (x + 100, y), (x + 100, y + 100), (x, y + 100)])
    scores: F64 = np.full(len(NAMES), -20.0)
    for key, score in evidence.items():
        scores[PLACE[key]] = score
    return Seen(corners, scores, next(iter(evidence), ""))


def test_a_sure_tile_is_named_and_an_unknown_one_is_not() -> None:
    """Far above "no known tile" is ok; below it nothing is claimed."""
    sure, unknown = named(NAMES, [square(0, gem_world=9.0), square(200, gem_world=-5.0)])
    assert (sure.tile, sure.status.value) == ("gem_world", "ok")
    assert (unknown.tile, unknown.status.value, unknown.confidence) == (None, "check", 0.0)


def test_close_names_are_asked_about_with_the_other_among_the_candidates() -> None:
    """A narrow margin is a question, and three candidates stand beside it at most."""
    seen = named(NAMES, [square(0, gem_world=9.0, mining_world=8.0, spice_world=7.0)])[0]
    assert (seen.tile, seen.status.value) == ("gem_world", "check")
    assert [other.tile for other in seen.alternatives][:2] == ["mining_world", "spice_world"]
    assert len(seen.alternatives) <= 3


def test_the_second_tile_of_one_piece_is_asked_about() -> None:
    """Also the other side of the same cardboard; the surer reading keeps its status."""
    first, second = named(NAMES, [square(0, gem_world=9.0), square(300, gem_world=7.0)])
    assert (first.status.value, second.status.value) == ("ok", "check")
    tile = load_roll_catalog().tiles[0]
    both = [square(0, **{tile.development.key: 9.0}), square(300, **{tile.world.key: 7.0})]
    assert [seen.status.value for seen in named(NAMES, both)] == ["ok", "check"]


def test_a_doubtful_name_is_none_that_another_tile_surely_has() -> None:
    """Two names fit what is not covered of it; one of them lies elsewhere."""
    doubtful = square(300, gem_world=7.0, mining_world=6.5)
    assert named(NAMES, [doubtful])[0].status.value == "check"
    second = named(NAMES, [square(0, gem_world=9.0), doubtful])[1]
    assert (second.tile, second.status.value) == ("mining_world", "ok")


@pytest.mark.parametrize(
    ("shares", "likelier"),
    [({"6": 0.9}, "deserted_alien_library"), ({"4": 0.5, "6": 0.1}, "deserted_alien_outpost"),
     ({}, None)],
)  # fmt: skip
def test_the_cost_tells_names_apart_that_begin_alike(
    shares: dict[str, float], likelier: str | None
) -> None:
    """What is read in the corner speaks against other costs; nothing read, against none."""
    characters = ("", *"0123456789+")
    steps = np.zeros((3, len(characters)), np.float32)
    for digit, share in shares.items():
        steps[1, characters.index(digit)] = share
    evidence = cost_evidence(NAMES, characters, steps)
    alike = ("deserted_alien_colony", "deserted_alien_library", "deserted_alien_outpost")
    for key in alike if likelier else ():
        assert (evidence[PLACE[key]] == 0.0) == (key == likelier)
        assert key == likelier or evidence[PLACE[key]] < -1.4
    assert evidence.max() == 0.0
    assert likelier or not evidence.any()


def test_two_halves_are_one_faction_tile() -> None:
    """The outline goes around both, whichever half comes first and even if one cannot be read."""
    halves = [square(100, hidden_fortress=9.0), square(0, space_piracy=9.0)]
    for squares in (halves, halves[::-1], [halves[1], square(100)]):
        (seen,) = named(NAMES, squares)
        assert (seen.tile, seen.status.value) == ("faction_1", "ok")
        assert seen.corners_px == ((0, 0), (200, 0), (200, 100), (0, 100))


def test_a_half_alone_stands_for_the_whole_tile() -> None:
    """The missing half is put beside it, on its own side."""
    (seen,) = named(NAMES, [square(100, hidden_fortress=9.0)])
    assert seen.tile == "faction_1"
    assert seen.corners_px == ((0, 0), (200, 0), (200, 100), (0, 100))


def test_another_tile_beside_a_half_stays_its_own() -> None:
    """A neighbour that is surely something else is no half."""
    squares = [square(0, space_piracy=9.0), square(100, gem_world=9.0)]
    assert {seen.tile for seen in named(NAMES, squares)} == {"faction_1", "gem_world"}


def test_tiles_that_lie_elsewhere_are_unlikely() -> None:
    """What the rules know speaks against them, but a clear reading is still reported."""
    evidence = possible_evidence(NAMES, {"mining_world"})
    assert evidence[PLACE["mining_world"]] == 0
    assert evidence[PLACE["gem_world"]] < 0
    assert (possible_evidence(NAMES, None) == 0).all()


def test_what_a_die_leaves_of_a_name_names_the_tile_together() -> None:
    """Neither part is enough; a line of other print speaks for nothing and against nothing."""
    count = len(NAMES)
    first, second, other = (np.full(count, -20.0) for _ in range(3))
    first[[PLACE["gem_world"], PLACE["spice_world"]]] = 4.0
    second[[PLACE["gem_world"], PLACE["mining_world"]]] = 4.0
    together = name_evidence([first, second, other], count)
    assert together.argmax() == PLACE["gem_world"]
    assert chances(together).max() >= SURE > chances(name_evidence([first], count)).max()
    assert np.allclose(name_evidence([first, other], count), name_evidence([first], count))
    assert (name_evidence([], count) < 0).all()


def test_a_face_that_nobody_showed_is_neutral() -> None:
    """Alike speaks for a known face, unlike against it, by as much."""
    evidence = look_evidence(np.array([np.nan, 0.9, 0.2]), usual=0.5)
    assert evidence[0] == 0
    assert evidence[1] > 0 > evidence[2]
