"""Which image and which outline belong to a recorded die."""

from dataclasses import replace

from companion.games.definition import SeenDie
from companion.session.pictures import MatPictures
from companion.session.scan_plan import SettledMat
from companion.session.table_port import Picture
from tests.some import there

CORNER = ((0.0, 0.0), (0.1, 0.0), (0.1, 0.1), (0.0, 0.1))
MIDDLE = ((0.5, 0.5), (0.6, 0.5), (0.6, 0.6), (0.5, 0.6))


def a_mat(ticket: int, rgb: bytes = b"\0\0\0") -> SettledMat:
    return SettledMat("strip-1", ticket, (), Picture(rgb, 1, 1), (CORNER, MIDDLE))


def test_a_mark_finds_the_outline_of_its_own_delivery_only() -> None:
    """Dice added by hand, or read in an earlier image, have no outline in the newest."""
    kept = MatPictures()
    kept.keep("old", a_mat(1))
    kept.keep("new", a_mat(2))
    picture = there(kept.of(3, ("new.1", "", "old.0", "new.0", "new.2", "new.x")))
    assert picture.seat == 3
    assert picture.outlines == (MIDDLE, None, None, CORNER, None, None)
    assert kept.of(3, ("", "gone.0")) is None


def test_what_a_die_can_be_instead_goes_with_its_outline() -> None:
    """In the order of the marks; nothing for a die that was added by hand."""
    kept, likely = MatPictures(), (("home", "ship"), ("genes", "settle"))
    dice = (SeenDie("home", "settle", "ship", doubtful=True, mark="0", others=likely),)
    kept.keep("new", replace(a_mat(1), dice=dice))
    assert there(kept.of(1, ("", "new.0"))).others == ((), likely)


def test_twenty_megabytes_are_kept_and_the_newest_in_any_case() -> None:
    kept = MatPictures()
    for number in range(40):
        kept.keep(str(number), a_mat(number, bytes(1_000_000)))
    there = [number for number in range(40) if kept.of(1, (f"{number}.0",)) is not None]
    assert there == list(range(20, 40))
    kept.keep("large", a_mat(41, bytes(30_000_000)))
    assert kept.of(1, ("39.0",)) is None
    assert kept.of(1, ("large.0",)) is not None
