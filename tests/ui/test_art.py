"""Drawn pieces: the atlas in the repository is what the code draws, in every size."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from kivy_ui.art.files import ASSETS
from kivy_ui.art.icons import ICONS, icon

MOST_MEAN = 1.0
"""Of 255: versions of Pillow round differently."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an atlas that was drawn just now."""
    from kivy_ui.art.make import make

    folder: Path = tmp_path_factory.mktemp("art")
    make(folder, compress_level=1)  # which is most of the time
    return folder


@pytest.mark.parametrize("name", sorted(file.name for file in ASSETS.glob("*.png")))
def test_the_stored_picture_is_what_the_code_draws(made: Path, name: str) -> None:
    """Somebody who changes a drawing runs ``make art``."""
    stored, drawn = (Image.open(folder / name) for folder in (ASSETS, made))
    assert stored.size == drawn.size
    assert max(ImageStat.Stat(ImageChops.difference(stored, drawn)).mean) < MOST_MEAN


def test_the_stored_places_are_those_of_the_pictures(made: Path) -> None:
    """The tables name the same pictures at the same places."""
    tables = list(ASSETS.glob("*.json"))
    assert {file.name for file in tables} == {file.name for file in made.glob("*.json")}
    for stored in tables:
        assert stored.read_text("utf-8") == (made / stored.name).read_text("utf-8")


def test_icons_stay_inside_their_square() -> None:
    """Every icon is drawn within its box."""
    numbers = {n: [x for part in icon(n) for point in part.points for x in point] for n in ICONS}
    outside = [name for name, found in numbers.items() if min(found) < -0.01 or max(found) > 1.01]
    assert not outside
