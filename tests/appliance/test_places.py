"""Where a finger must go on a panel whose picture is turned."""

import pytest
from PIL import Image

from tests.appliance.twin import on_panel


@pytest.mark.parametrize("rotation_deg", [0, 90, 180, 270])
def test_a_place_turns_with_the_picture(rotation_deg: int) -> None:
    """The pixel that was painted in the window is the one that is touched on the panel."""
    picture = Image.new("L", (48, 80))
    picture.putpixel((7, 11), 255)
    place = on_panel((7, 11), picture.size, rotation_deg)
    assert picture.rotate(rotation_deg, expand=True).getpixel(place) == 255
