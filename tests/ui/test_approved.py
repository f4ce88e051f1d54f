"""Pages look as they were approved."""

from pathlib import Path

from PIL import Image, ImageChops

from tests.ui.approved import FOLDER, MOST_BLOCK, MOST_MEAN, SCREENS, SIZE_PX, differences, take


def test_every_screen_looks_as_approved(tmp_path: Path) -> None:
    """A change that is meant: ``python -m tests.ui.approved``, then look at the pictures."""
    take(tmp_path)
    found = []
    for name in SCREENS:
        with (
            Image.open(FOLDER / f"{name}.png") as approved,
            Image.open(tmp_path / f"{name}.png") as now,
        ):
            mean, block = differences(approved, now)
        if mean > MOST_MEAN or block > MOST_BLOCK:
            found.append(f"{name}: {mean:.1f} on average, {block:.1f} in a block")
    assert not found, "\n".join(found)


def test_the_comparison_sees_what_matters() -> None:
    """A missing button fails, letters a hair bolder do not."""
    plain = Image.new("L", SIZE_PX, 30)
    button = plain.copy()
    button.paste(170, (150, 100, 195, 118))
    assert differences(plain, button)[1] > MOST_BLOCK
    text = plain.copy()
    for x in range(10, 150, 3):
        text.putpixel((x, 50), 80)
    bolder = ImageChops.add(text, Image.new("L", SIZE_PX, 2))
    mean, block = differences(text, bolder)
    assert mean <= MOST_MEAN
    assert block <= MOST_BLOCK
