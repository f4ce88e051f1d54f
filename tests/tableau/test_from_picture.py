"""From a reading to a tableau: each piece once, doubts named, goods on the worlds they lie on."""

from companion.catalog import load_roll_catalog
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Good
from companion.scorefile.score_entry import ScoreEntryPlayer
from companion.session.ports import DieReading, DieStatus
from companion.session.service_ports import TileReading, TilesReading
from companion.tableau.from_picture import (
    possible_tiles,
    tableau_of,
    with_answer,
    with_tableau,
)

CATALOG = load_roll_catalog()


def tile(key: str | None, x: float = 0.0, status: str = "ok", wide: int = 1) -> TileReading:
    corners = ((x, 0.0), (x + 100 * wide, 0.0), (x + 100 * wide, 100.0), (x, 100.0))
    sure = 1.0 if key else 0.0
    return TileReading(corners, 100.0, key, sure, DieStatus(status), "", ())


def die(kind: str, x: float, y: float, status: str = "ok") -> DieReading:
    place = DieStatus(status)
    return DieReading((x, y), 20.0, 0.0, None, None, None, kind, "", "wild", 1.0, place)


def reading(*tiles: TileReading, dice: tuple[DieReading, ...] = ()) -> TilesReading:
    return TilesReading(800, 400, tiles, dice=dice)


def test_faction_home_world_and_built_tiles_go_to_their_places() -> None:
    """In the order of the picture, without a doubt where the camera has none."""
    seen = tableau_of(
        reading(tile("faction_4"), tile("old_earth"), tile("gem_world"), tile("public_works")),
        CATALOG,
    )
    assert (seen.faction, seen.home_world) == (4, "old_earth")
    assert seen.tiles == ("gem_world", "public_works")
    assert seen.doubts == ()


def test_each_doubt_has_its_reason() -> None:
    """Unsure, unread, the other side of a piece that lies there, a second start tile."""
    piece = CATALOG.tile_by_side["gem_world"]
    seen = tableau_of(
        reading(
            tile(piece.development.key),
            tile("gem_world"),
            tile("public_works", status="check"),
            tile(None, status="check"),
            tile("faction_1"),
            tile("faction_2"),
            tile("old_earth"),
            tile("doomed_world"),
        ),
        CATALOG,
    )
    assert [(doubt.index, doubt.why) for doubt in seen.doubts] == [
        *((1, "twice"), (2, "unsure"), (3, "unread"), (5, "second_faction"), (7, "second_home"))
    ]
    assert seen.tiles == (piece.development.key, "public_works")
    assert (seen.faction, seen.home_world) == (1, "old_earth")


def test_a_sure_tile_keeps_its_place_against_a_doubtful_one() -> None:
    """Whatever their order in the picture."""
    piece = CATALOG.tile_by_side["gem_world"]
    seen = tableau_of(
        reading(tile(piece.development.key, status="check"), tile("gem_world")), CATALOG
    )
    assert seen.tiles == ("gem_world",)
    assert [doubt.why for doubt in seen.doubts] == ["twice"]


def test_a_tap_resolves_a_doubt() -> None:
    """A name makes it sure; "no tile" takes it away."""
    looked = reading(tile(None, status="check"), tile("public_works", status="check"))
    named = with_answer(looked, 0, "gem_world")
    assert [doubt.index for doubt in tableau_of(named, CATALOG).doubts] == [1]
    gone = with_answer(named, 1, None)
    assert tableau_of(gone, CATALOG).tiles == ("gem_world",)
    assert tableau_of(gone, CATALOG).doubts == ()


def test_dice_on_worlds_are_goods_and_others_are_counted() -> None:
    """One good a world; gray worlds and developments hold none; half of a faction tile counts."""
    seen = tableau_of(
        reading(
            tile("gem_world", 0),
            tile("old_earth", 200),
            tile("faction_3", 400, wide=2),
            dice=(
                *(die("novelty", 50, 50), die("home", 60, 60), die("military", 250, 50)),
                *(die("genes", 450, 50), die("genes", 550, 50, "check"), die("d6", 700, 300)),
            ),
        ),
        CATALOG,
    )
    mall = CATALOG.faction(3).halves[1].key
    assert set(seen.goods) == {Good("gem_world", DieType.NOVELTY), Good(mall, DieType.GENES)}
    assert dict(seen.other_dice) == {DieType.HOME: 1, DieType.MILITARY: 1, DieType.GENES: 1}
    assert len(seen.dice_to_check) == 1


def test_the_score_entry_keeps_what_the_camera_cannot_see() -> None:
    """Chips, credits and dice by touch stay; tiles are those of the picture."""
    player = ScoreEntryPlayer("Ann", vp_chips=7, credits=2, tiles=("public_works",), faction=2)
    seen = tableau_of(reading(tile("gem_world"), tile("old_earth", 200)), CATALOG)
    after = with_tableau(player, seen)
    assert (after.vp_chips, after.credits, after.faction) == (7, 2, 2)
    assert (after.home_world, after.tiles) == ("old_earth", ("gem_world",))
    assert not after.dice_entered


def test_all_pieces_of_the_box_are_possible() -> None:
    """110 sides, nine home worlds, nine factions."""
    assert len(possible_tiles(CATALOG)) == 128
