"""The tiles of Roll for the Galaxy: complete, as distributed in the rulebooks, strictly read."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from companion.catalog import CatalogError, load_roll_catalog
from companion.catalog.roll_loader import FOLDER, START_TILES_FILE, TILES_FILE
from companion.games.roll.model.dice import COUNTS, DieType, Phase
from companion.games.roll.model.effects import (
    CostModifier,
    CountRange,
    DevelopmentKind,
    DiePlace,
    GainCredits,
    GoodsLimit,
    Per,
    PerUnit,
    PowerStep,
    Reassign,
    RemoveDie,
    TakeCredits,
    TakeDice,
    Target,
    Trigger,
    WorldColour,
)
from companion.games.roll.model.tiles import Development, World
from tests.some import of, some

CATALOG = load_roll_catalog()


def _development(key: str) -> Development:
    return of(Development, CATALOG.sides[key])


def _world(key: str) -> World:
    return of(World, CATALOG.sides[key])


# --- what is there (R-1.2) -----------------------------------------------------------------------


def test_the_box_is_complete() -> None:
    """55 double-sided tiles, factions 1 to 9 and 9 home worlds; 137 different sides."""
    assert [tile.id for tile in CATALOG.tiles] == list(range(1, 56))
    assert [faction.number for faction in CATALOG.factions] == list(range(1, 10))
    assert [home.id for home in CATALOG.home_worlds] == list(range(1, 10))
    assert len(CATALOG.sides) == 137
    assert len(CATALOG.tile_by_side) == 110
    assert len({side.name_en for side in CATALOG.sides.values()}) == 137


def test_every_side_is_found_by_its_key_and_leads_to_its_tile() -> None:
    """The lookups agree with the tiles."""
    for tile in some(CATALOG.tiles):
        for side in (tile.development, tile.world):
            assert CATALOG.sides[side.key] is side
            assert CATALOG.tile_by_side[side.key] is tile
    for faction in some(CATALOG.factions):
        assert CATALOG.faction(faction.number) is faction
        assert all(CATALOG.sides[half.key] is half for half in faction.halves)
        assert all(half.key not in CATALOG.tile_by_side for half in faction.halves)


@pytest.mark.parametrize("number", [0, 10, -1])
def test_there_is_no_faction_outside_one_to_nine(number: int) -> None:
    """Asking for one is an error, not the last faction."""
    with pytest.raises(KeyError):
        CATALOG.faction(number)


def test_keys_are_slugs_of_the_english_names() -> None:
    """Small letters, digits and _ only, made from the name."""
    for side in some(CATALOG.sides.values()):
        letters = side.name_en.lower().replace("'", "").replace("-", " ")
        assert side.key == "_".join(letters.replace(",", "").replace(".", "").split())


@pytest.mark.parametrize(
    ("colour", "by_cost"),
    [
        (WorldColour.NOVELTY, {1: 5, 2: 6, 3: 4}),
        (WorldColour.RARE_ELEMENTS, {2: 5, 3: 6, 4: 2}),
        (WorldColour.GENES, {3: 3, 4: 4, 5: 2}),
        (WorldColour.ALIEN_TECHNOLOGY, {4: 2, 5: 2, 6: 3}),
        (WorldColour.GRAY, {1: 2, 2: 3, 3: 2, 4: 2, 5: 1, 6: 1}),
    ],
)
def test_worlds_are_distributed_as_in_the_rulebooks(
    colour: WorldColour, by_cost: dict[int, int]
) -> None:
    """Section 7, upper half of the table."""
    costs = Counter(tile.world.cost for tile in CATALOG.tiles if tile.world.colour is colour)
    assert dict(costs) == by_cost


@pytest.mark.parametrize(
    ("kind", "by_cost"),
    [
        (DevelopmentKind.REASSIGN, {6: 1, 5: 1, 4: 1, 3: 6, 2: 5, 1: 4}),
        (DevelopmentKind.OTHER, {6: 9, 5: 4, 4: 3, 3: 8, 2: 5, 1: 5}),
        (DevelopmentKind.INSTANT, {4: 2, 3: 1}),
    ],
)
def test_developments_are_distributed_as_in_the_rulebooks(
    kind: DevelopmentKind, by_cost: dict[int, int]
) -> None:
    """Section 7, lower half of the table, read under its own header 6+ to 1."""
    costs = Counter(
        tile.development.cost for tile in CATALOG.tiles if tile.development.kind is kind
    )
    assert dict(costs) == by_cost


def test_all_tiles_together_need_the_dice_of_the_box() -> None:
    """Five players and every tile: all dice but one cyan one (R-1.1, R-1.6, D-16)."""
    needed: Counter[DieType] = Counter({DieType.HOME: 5 * 5})
    for side in CATALOG.sides.values():
        for step in side.instant_steps:
            if isinstance(step, TakeDice):
                needed[step.die] += step.count
    assert needed == Counter(COUNTS) - Counter({DieType.NOVELTY: 1})


# --- what it does --------------------------------------------------------------------------------


def test_only_the_ten_developments_of_cost_six_have_a_bonus() -> None:
    """Section 7: one with a Reassign power and nine others are 6+."""
    six_plus = [side for side in CATALOG.developments() if side.six_plus]
    assert len(six_plus) == 10
    assert {side.cost for side in six_plus} == {6}
    assert all(side.cost < 6 for side in CATALOG.developments() if not side.six_plus)


def test_the_kind_of_a_development_is_what_its_effects_are() -> None:
    """Reassign powers and Dictate's modifiers work while assigning, instant ones at once."""
    for side in some(CATALOG.developments()):
        ops = {effect.op for effect in side.effect}
        reassigns = bool(ops & {"reassign", "dictate_modifier"})
        assert reassigns == (side.kind is DevelopmentKind.REASSIGN)
        assert (ops == {"immediate"}) == (side.kind is DevelopmentKind.INSTANT)
        assert (PowerStep.ASSIGN in side.steps) == reassigns


def test_biological_adaptation_is_no_reassign_power() -> None:
    """Clarified in both rulebooks, though its text uses the word."""
    assert _development("biological_adaptation").kind is DevelopmentKind.OTHER


def test_every_world_gives_dice_when_placed_but_one() -> None:
    """R-7.4, and R-1.7: Doomed World gives $8 instead."""
    barren = [side.key for side in CATALOG.worlds() if not side.on_settle]
    assert barren == ["doomed_world"]
    assert _world("doomed_world").start_credits == 8
    assert all(
        side.start_credits is None for side in CATALOG.worlds() if side.key != "doomed_world"
    )


def test_goods_are_given_on_worlds_that_can_hold_them() -> None:
    """R-8.1: none on a gray world."""
    gains = ((world, gain.where) for world in CATALOG.worlds() for gain in world.on_settle)
    for world in some(world for world, where in gains if where is DiePlace.GOOD):
        assert world.produces


@pytest.mark.parametrize(
    ("key", "steps"),
    [
        ("former_penal_colony", (RemoveDie(), TakeDice(DieType.MILITARY, 1, DiePlace.CUP))),
        ("rebel_miners", (RemoveDie(), TakeDice(DieType.MILITARY, 2, DiePlace.CITIZENRY))),
        (
            "rebel_warrior_race",
            (
                RemoveDie(),
                TakeDice(DieType.MILITARY, 1, DiePlace.CITIZENRY),
                TakeDice(DieType.GENES, 1, DiePlace.CITIZENRY),
            ),
        ),
        ("conscription", (RemoveDie(), TakeDice(DieType.MILITARY, 2, DiePlace.CUP))),
        ("information_tech", (RemoveDie(), TakeDice(DieType.NOVELTY, 2, DiePlace.CUP))),
        (
            "space_marines",
            (RemoveDie(), TakeCredits(1), TakeDice(DieType.MILITARY, 1, DiePlace.CUP)),
        ),
    ],
)
def test_the_six_tiles_that_take_a_die_take_it_first(key: str, steps: tuple[object, ...]) -> None:
    """R-7.4, the list of clarified instant effects."""
    assert CATALOG.sides[key].instant_steps == steps
    takers = {side.key for side in CATALOG.sides.values() if RemoveDie() in side.instant_steps}
    assert key in takers
    assert len(takers) == 6


def test_discounts_of_a_side_are_ordered() -> None:
    """Free Trade Zone before Replicant Robots, so that a gray 4 costs 1 with both (section 6)."""
    orders = {
        side.key: effect.apply_order
        for side in CATALOG.developments()
        for effect in side.effect
        if isinstance(effect, CostModifier)
    }
    assert orders["free_trade_zone"] < orders["replicant_robots"]
    assert orders["alien_uplift_blueprints"] < orders["replicant_robots"]
    assert orders["biological_adaptation"] < orders["investment_credits"]
    assert len(orders) == 5


def test_galactic_reserves_allow_two_goods_on_worlds_that_produce() -> None:
    """Section 6: a lasting effect on every non-gray world."""
    (effect,) = _development("galactic_reserves").effect
    assert isinstance(effect, GoodsLimit)
    assert effect.limit_per_world == 2
    assert effect.trigger is Trigger.CONTINUOUS
    assert effect.applies_to.not_colours == (WorldColour.GRAY,)


def test_genetics_lab_counts_dice_and_mining_league_worlds() -> None:
    """Section 6: Genes dice used as goods, not goods on Genes worlds; the league the other way."""
    (lab,) = _development("genetics_lab").effect
    (league,) = _development("mining_league").effect
    assert isinstance(lab, GainCredits)
    assert isinstance(league, GainCredits)
    assert lab.per == Per(PerUnit.GOOD, dice=(DieType.GENES,))
    assert league.per == Per(PerUnit.GOOD, world_colours=(WorldColour.RARE_ELEMENTS,))


def test_executive_power_moves_exactly_two_of_one_column() -> None:
    """To the selected phase, from one and the same column."""
    (effect,) = _development("executive_power").effect
    assert isinstance(effect, Reassign)
    assert effect.count == CountRange(2, 2)
    assert effect.workers.all_from_same_phase
    assert effect.to is Target.SELECTED_PHASE


def test_a_list_of_columns_is_a_destination() -> None:
    """Operations Affinity: Explore or Produce."""
    (effect,) = _development("operations_affinity").effect
    assert isinstance(effect, Reassign)
    assert effect.to == (Phase.EXPLORE, Phase.PRODUCE)


def test_powers_know_their_phase() -> None:
    """Each step of a phase is that phase; assigning and completion are none."""
    assert [step.phase for step in PowerStep] == [None, *Phase, None]


def test_world_colours_know_their_die() -> None:
    """R-9.3 compares them; gray has none."""
    assert WorldColour.GENES.die is DieType.GENES
    assert WorldColour.GRAY.die is None


# --- the loader ----------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the catalogue that may be spoilt."""
    copy = tmp_path / "roll"
    shutil.copytree(FOLDER, copy)
    return copy


def _spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_a_copy_of_the_catalogue_is_the_same_catalogue(folder: Path) -> None:
    """The fixture itself is whole, so that each refusal below has its one cause."""
    assert load_roll_catalog(folder) == CATALOG


@pytest.mark.parametrize(
    ("old", "new", "place", "problem"),
    [
        ("cost = 6\n", "cost = 6\nprice = 6\n", "tile[0].development.price", "unknown key"),
        ("cost = 6\n", "", "tile[0].development.cost", "missing"),
        ("cost = 6\n", 'cost = "6"\n', "tile[0].development.cost", "an integer"),
        ("cost = 6\n", "cost = true\n", "tile[0].development.cost", "an integer"),
        ("cost = 6\n", "cost = 6.0\n", "tile[0].development.cost", "an integer"),
        ("cost = 6\n", "cost = 5\n", "tile[0].development.bonus", "cost 6"),
        ("cost = 1\n", "cost = -1\n", "tile[0].world.cost", "0 or more"),
        ('kind = "other"', 'kind = "odd"', "tile[0].development.kind", "one of reassign"),
        ('kind = "other"', "kind = 3", "tile[0].development.kind", "one of reassign"),
        ("id = 1\n", "id = 2\n", "tile[0].id", "expected 1"),
        ('op = "return', 'op = "re_turn', "tile[0].development.effect[0].op", "one of reassign"),
        ('{ op = "return_workers_to_cup", ', "{ ", "tile[0].development.effect[0].op", "missing"),
        ("count = { min = 1", "count = { mini = 1", "tile[1].development.effect[0].count.mini", ""),
        ("divisor = 3", "divisor = 0", "tile[0].development.bonus", "divisor"),
        ('dice = ["military"], tr', "tr", "tile[0].development.bonus", "dice"),
        ('key = "star_nomad_lair"', 'key = "secluded_world"', "tile.key", "used twice"),
        ('where = "citizenry"', 'where = "bag"', "tile[0].world.on_settle[0].where", "one of"),
        ("count = 1, where", "count = 0, where", "tile[0].world.on_settle[0].count", "1 or more"),
        ("on_settle = [{", "on_settle = { die = 1 } #", "tile[0].world.on_settle", "a list"),
        ("[[tile]]\nid = 1\n", "[[tiles]]\n[[tile]]\nid = 1\n", "tiles", "unknown key"),
        ("cost = 1\n", "cost = 1\nstart_credits = 1\n", "tile[0].world.start_credits", "only"),
    ],
)
def test_a_wrong_key_or_value_is_named_with_its_file(
    folder: Path, old: str, new: str, place: str, problem: str
) -> None:
    """Unknown, missing, of the wrong type or impossible: nothing is loaded."""
    _spoil(folder / TILES_FILE, old, new)
    with pytest.raises(CatalogError) as caught:
        load_roll_catalog(folder)
    assert caught.value.code == "catalog_broken"
    assert caught.value.params["file"] == TILES_FILE
    assert caught.value.params["place"] == place
    assert problem in caught.value.message


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("number = 1\n", "number = 3\n", "faction[0].number"),
        ("number = 1\n", "number = true\n", "faction[0].number"),
        ("[faction.left.development]", "[faction.left.dev]", "faction[0].left.dev"),
        ("[faction.right.world]", "[faction.rechts.world]", "faction[0].rechts"),
        ('key = "alpha_centauri"', 'key = "new_sparta"', "home_world.key"),
        ('key = "alpha_centauri"', 'key = "spice_world"', "key"),
        ('key = "alien_archaeology"', 'key = "space_piracy"', "faction.key"),
    ],
)
def test_start_tiles_are_checked_as_strictly(folder: Path, old: str, new: str, place: str) -> None:
    """Factions and home worlds, too."""
    _spoil(folder / START_TILES_FILE, old, new)
    with pytest.raises(CatalogError) as caught:
        load_roll_catalog(folder)
    assert caught.value.params["place"] == place
    assert caught.value.params["file"] == START_TILES_FILE


def test_a_missing_tile_is_counted(folder: Path) -> None:
    """54 tiles are no catalogue."""
    path = folder / TILES_FILE
    text = path.read_text("utf-8")
    path.write_text(text[: text.rindex("[[tile]]")], "utf-8")
    with pytest.raises(CatalogError, match=r"expected 55 tables, found 54"):
        load_roll_catalog(folder)


@pytest.mark.parametrize("content", [b"[[tile]\n", b"\xff\xfe", b""])
def test_a_file_that_is_no_catalogue_at_all_is_refused(folder: Path, content: bytes) -> None:
    """Not TOML, not UTF-8, or empty: one clear error that names the file."""
    (folder / TILES_FILE).write_bytes(content)
    with pytest.raises(CatalogError, match=TILES_FILE):
        load_roll_catalog(folder)


def test_a_missing_file_is_named(folder: Path) -> None:
    """As an error of the catalogue, not as one of the system."""
    (folder / START_TILES_FILE).unlink()
    with pytest.raises(CatalogError, match=START_TILES_FILE):
        load_roll_catalog(folder)


def test_the_catalogue_is_loaded_once() -> None:
    """A second call gives the same object."""
    assert load_roll_catalog() is CATALOG
