"""A profile's file comes back as it was written, and nothing else is taken for one."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.core.errors import (
    PROFILE_DAMAGED,
    PROFILE_INVALID,
    PROFILE_MISSING,
    PROFILE_NEWER,
    PROFILE_TOO_LARGE,
    PROFILE_UNREADABLE,
    PROFILE_WRITE,
    ProfileError,
)
from calibration.core.profile import DrawnZone, is_name
from calibration.core.profile_file import (
    MAX_BYTES,
    parse_profile,
    profile_bytes,
    read_profile,
    write_profile,
)
from calibration.core.reader_profile import lighting_profile
from companion.errors import Row
from tests.calibration.samples import LINEAR, full_profile, profile
from tests.rows import raises


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    """Every field survives; the folder is made; nothing else lies in it."""
    path = tmp_path / "new" / "kitchen.json"
    write_profile(path, full_profile())
    assert read_profile(path) == full_profile()
    assert [each.name for each in path.parent.iterdir()] == ["kitchen.json"]


def test_the_file_is_small_and_readable() -> None:
    """A person finds name, white and colours in it; a colour stands on one line."""
    content = profile_bytes(profile())
    assert len(content) < 3000
    assert b'"name": "Kitchen"' in content
    assert b'"linear": [0.86, 0.04, 0.09]' in content


@pytest.mark.parametrize("cut", [0, 1, 40, 700, -2])
def test_a_file_that_ends_early_is_damaged(cut: int) -> None:
    """Wherever a copy was cut off, that is what is said."""
    with raises(PROFILE_DAMAGED):
        parse_profile(profile_bytes(profile())[:cut].rstrip(), called="it")


def _set(*path: str | int) -> Callable[[Any, Any], None]:
    def change(tree: Any, value: Any) -> None:
        for key in path[:-1]:
            tree = tree[key]
        tree[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("where", "value", "said"),
    [
        (("light", "white"), [0.8, 0.8], "white"),
        (("light", "white"), [0.8, 0.8, -1.0], "white"),
        (("light", "white"), [0.8, "0.8", 0.8], "white"),
        (("light", "white"), [0.8, True, 0.8], "white"),
        (("light", "white"), [0.8, 20.5, 0.8], "white"),
        (("light", "map"), [], "map"),
        (("light", "map", 0), [0, 0, 1e300], "number"),
        (("light", "seen"), [0.5, 0, -0.5, 1], "outside"),
        (("colours", 0, "linear"), [4.5, 0, 0], "coloured"),
        (("colours", 0, "die"), "gold", "gold"),
        (("colours", 0, "die"), "military", "seven"),
        (("camera", "width_px"), 10**12, "size"),
        (("camera", "width_px"), 3.5, "3.5"),
        (("camera",), None, "camera"),
        (("die_edge_mm",), 1400, "size"),
        (("name",), "two\nlines", "name"),
        (("name",), "x" * 41, "name"),
        (("reader_sha256",), "xyz", "hash"),
        (("reader_sha256",), "", "reader"),
        (("zones", 0, "corners"), [[0, 0], [1, 1], [1, 0], [0, 1]], "not convex"),
        (("zones", 0, "corners"), [[0, 0], [1, 1]], "too few"),
        (("zones", 0, "zone"), "x" * 41, "no name"),
        (("faces", 0, "picture"), "", "laser"),
        (("faces", 0, "picture"), "?", "base64"),
        (("evidence", 0, "read"), -1, "count"),
        (("surprise",), 1, "surprise"),
    ],
)
def test_an_impossible_value_is_named(where: tuple[str | int, ...], value: Any, said: str) -> None:
    """One sentence says what is wrong, whichever part of the file was changed."""
    tree = json.loads(profile_bytes(full_profile()))
    _set(*where)(tree, value)
    with raises(PROFILE_INVALID) as raised:
        parse_profile(json.dumps(tree).encode(), called="it")
    assert said in raised.value.message
    assert "\n" not in raised.value.message
    assert "ValidationError" not in raised.value.message


def test_colours_are_rgb_in_the_file_and_bgr_in_the_reader() -> None:
    lighting = lighting_profile(profile())
    assert lighting is not None
    assert lighting.colours.linear[1].tolist() == [*LINEAR["military"][::-1]]


def test_a_missing_field_is_named() -> None:
    """Fields without a default must be there."""
    tree = json.loads(profile_bytes(profile()))
    del tree["camera"]
    with raises(PROFILE_INVALID, match="camera"):
        parse_profile(json.dumps(tree).encode(), called="it")


def test_a_key_that_is_there_twice_is_named() -> None:
    """Which of the two was meant nobody knows."""
    doubled = profile_bytes(profile()).replace(b'"name":', b'"name": "Other", "name":', 1)
    with raises(PROFILE_DAMAGED, match='"name"'):
        parse_profile(doubled, called="it")


def test_a_newer_profile_asks_for_an_update() -> None:
    """A later version's file is not called damaged."""
    tree = json.loads(profile_bytes(profile())) | {"schema": "profile/2", "unheard": 1}
    with raises(PROFILE_NEWER, match="profile/2"):
        parse_profile(json.dumps(tree).encode(), called="it")


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"{}", PROFILE_INVALID),
        (b'{"schema": ["profile/1"]}', PROFILE_INVALID),
        (b"[1, 2]", PROFILE_DAMAGED),
        (b"\xff\xfe\x00", PROFILE_DAMAGED),
        (b'{"schema": "profile/1", "name": NaN}', PROFILE_DAMAGED),
        (b"[" * 200_000, PROFILE_DAMAGED),
        (b'{"a":' * 100_000, PROFILE_DAMAGED),
        (b"9" * 10_000, PROFILE_DAMAGED),
        (b'{"schema": "profile/1", "schema": "profile/1"}', PROFILE_DAMAGED),
        (b" " * (MAX_BYTES + 1), PROFILE_TOO_LARGE),
    ],
)
def test_no_profile_at_all(content: bytes, error: Row[ProfileError]) -> None:
    """Whatever else is handed in gets one of our sentences."""
    with raises(error):
        parse_profile(content, called="it")


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_no_damage_leads_to_anything_but_our_errors(data: st.DataObject) -> None:
    """Bytes changed at random are refused in our words, or still are a profile."""
    content = bytearray(profile_bytes(full_profile()))
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        again = parse_profile(bytes(content), called="it")
    except ProfileError:
        return
    assert len(again.colours) == 7


def test_places_that_hold_no_profile(tmp_path: Path) -> None:
    """Missing, a folder, a pipe, a name that no file can have, a hundred megabytes."""
    with raises(PROFILE_MISSING):
        read_profile(tmp_path / "none.json")
    with raises(PROFILE_MISSING):
        read_profile(Path("a\0b"))
    with raises(PROFILE_UNREADABLE):
        read_profile(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with raises(PROFILE_UNREADABLE):
        read_profile(tmp_path / "pipe")
    with (tmp_path / "large").open("wb") as file:
        file.truncate(100_000_000)
    with raises(PROFILE_TOO_LARGE):
        read_profile(tmp_path / "large")


def test_a_failed_write_leaves_the_old_profile(tmp_path: Path) -> None:
    """A place that cannot be written to costs nothing that was there."""
    path = tmp_path / "kitchen.json"
    write_profile(path, profile())
    before = path.read_bytes()
    with raises(PROFILE_WRITE):
        write_profile(tmp_path, profile())
    with raises(PROFILE_WRITE):
        write_profile(path / "below", profile())
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["kitchen.json"]


def test_what_comes_back_changed_is_not_kept(tmp_path: Path) -> None:
    """The file is read back before it takes the old one's place."""
    path = tmp_path / "kitchen.json"
    write_profile(path, profile())
    odd = profile()
    object.__setattr__(odd, "name", " not a name ")
    with raises(PROFILE_WRITE):
        write_profile(path, odd)
    assert read_profile(path) == profile()


def test_names() -> None:
    """Letters of all languages are welcome, line breaks and endless names are not."""
    assert is_name("Küche, este ✓")
    assert not any(map(is_name, ("", " a", "a\tb", "..", "x" * 41, "😀" * 20)))


def test_zones_are_convex_polygons() -> None:
    """A bow tie or a dented zone would claim dice that lie beside it."""
    with pytest.raises(ValueError, match="not convex"):
        DrawnZone("strip-1", "ship", ((0, 0), (1, 0), (0.2, 0.2), (0, 1)))
    assert replace(full_profile().zones[0], zone="ship").zone == "ship"
