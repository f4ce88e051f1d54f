"""Drawn pieces: the atlas in the repository is what the code draws, in every size."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from companion.games.roll.model.dice import DieType, Face
from companion.games.roll.model.effects import WorldColour
from kivy_ui.art.files import ASSETS
from tests.some import some
from tests.ui.hand import Hand

MOST_MEAN = 1.0
"""Of 255: versions of Pillow round differently."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an atlas that was drawn just now."""
    from kivy_ui.art.make import make

    folder: Path = tmp_path_factory.mktemp("art")
    make(folder)
    return folder


@pytest.mark.parametrize("name", sorted(file.name for file in ASSETS.glob("*.png")))
def test_the_stored_picture_is_what_the_code_draws(made: Path, name: str) -> None:
    """Somebody who changes a drawing runs ``make art``."""
    stored, drawn = (Image.open(folder / name) for folder in (ASSETS, made))
    assert stored.size == drawn.size
    assert max(ImageStat.Stat(ImageChops.difference(stored, drawn)).mean) < MOST_MEAN


def test_the_stored_places_are_those_of_the_pictures(made: Path) -> None:
    """The tables name the same pictures at the same places."""
    tables = [*ASSETS.glob("*.atlas"), *ASSETS.glob("*.json")]
    assert {file.name for file in tables} == {
        file.name for kind in ("*.atlas", "*.json") for file in made.glob(kind)
    }
    for stored in tables:
        assert stored.read_text("utf-8") == (made / stored.name).read_text("utf-8")


def test_every_piece_has_a_picture_in_every_size(hand: Hand) -> None:
    """All dice with all faces and none, all worlds, all icons that stand for pieces."""
    from kivy_ui.art.atlas import PICTURED, SIZES_PX, picture

    names = {"chip/blank", "development", *PICTURED}
    names |= {f"world/{colour.value}" for colour in WorldColour}
    names |= {f"die/{die.value}" for die in DieType}
    names |= {f"die/{die.value}/{face.value}" for die in DieType for face in Face}
    for name in some(names):
        assert [picture(name, size).size for size in SIZES_PX] == [(s, s) for s in SIZES_PX], name


def test_a_picture_is_shown_in_the_next_larger_size(hand: Hand) -> None:
    """Reduced pictures are sharp; only the largest is ever enlarged."""
    from kivy_ui.art.atlas import picture

    assert [picture("cup", edge).width for edge in (10, 24, 25, 49, 300)] == [24, 24, 32, 72, 112]
