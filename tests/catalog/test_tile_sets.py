"""Tiles beside the base box are data: a file is enough to play, score and undo with them."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.catalog import CatalogError, TileSetError, load_roll_catalog, use_tile_sets
from companion.catalog.roll_loader import FOLDER, load_tile_sets
from companion.catalog.roll_texts import load_tile_texts
from companion.cli.main import main
from companion.games.refusals import RefusedError
from companion.games.roll.at_table import at_table
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import UNKNOWN
from companion.games.roll.model.state import GameState, holdings
from companion.games.roll.notation import read
from companion.games.roll.phases.set_up import BagFilled
from companion.games.roll.rules.lookup import Rules
from companion.session.session import GameSession
from companion.simulation.playing import game_rng, play
from companion.storage.memory_log import MemoryEventLog
from tests.fakes import ManualClock

SET = Path(__file__).with_name("outposts.toml")
RULES = Rules(load_tile_sets((SET,)).catalog)

SET_UP = "SetUpGame players=1/Ann/blue/5/old_earth,2/Bob/red/3/new_sparta first_tiles=101/102,1/103"


EFFECT = "tile[0].development.effect[0]"
AT = 'trigger = "phase_end", amount'
END = f"{AT} = 2"
INSTANT = 'op = "immediate", steps = ["immediate"], trigger = "on_complete_self"'
GOOD = '{ do = "gain_die", die = "home", count = 1, where = "good" }'
TRADE = 'trigger = "on_trade", amount = 2'


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder of the owner's with the set in it; the base box alone is in use afterwards."""
    where = tmp_path / "tile_sets"
    where.mkdir()
    shutil.copy(SET, where)
    yield where
    use_tile_sets(tmp_path / "nothing")


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def begun() -> GameSession:
    """Ann has the three dice of her cup at Develop, Bob has his at Settle."""
    session = GameSession.begin(at_table(RULES), MemoryEventLog(), ManualClock())
    for line in (
        SET_UP,
        "SignalReady seat=1",
        "SignalReady seat=2",
        "RecordMat seat=1 dice=home:develop!,home:develop,home:develop",
        "RecordMat seat=2 dice=home:settle!,home:settle,home:settle,novelty:ship",
        "RecordSpareDie face=develop",
        "ConfirmReveal",
    ):
        session.execute(read(line))
    return session


# --- playing -------------------------------------------------------------------------------------


def test_they_are_in_the_bag_of_a_new_game() -> None:
    """55 tiles and three, less the four that the players begin with."""
    session = GameSession.begin(at_table(RULES), MemoryEventLog(), ManualClock())
    events = session.execute(read(f"{SET_UP} named_bag=yes"))
    (bag,) = (event.tiles for event in events if isinstance(event, BagFilled))
    assert len(bag) == 54
    assert holdings(session.state, 1).worlds == (102,)


def test_one_is_built_pays_and_is_taken_back() -> None:
    """Its cost is two developers, it earns $2 when Develop ends; undo takes both back."""
    session = begun()
    before = session.state
    session.execute(read("PlaceWorkers seat=1 dice=home,home"))
    session.execute(read("CompleteTile seat=1"))
    assert "customs_office" in holdings(session.state, 1).tableau
    assert session.state.empire(1).credits == before.empire(1).credits + 2
    while session.state != before:
        session.undo()
    assert holdings(session.state, 1).developments == (101,)


def test_a_world_needs_fewer_settlers() -> None:
    """Prefabricated Hulls takes one off the cost of Double Star."""
    hulls, star = RULES.catalog.sides["prefabricated_hulls"], RULES.catalog.sides["double_star"]
    assert RULES.needed(star, ("old_earth",)) == 4
    assert RULES.needed(star, ("old_earth", hulls.key)) == 3
    assert RULES.side_of(102, star.category).key == "amber_fields"


def test_whole_games_are_played_with_them() -> None:
    """By chance: the simulation finds nothing wrong, and the tiles are built like others."""
    built: set[str] = set()

    def look(_: object, __: object, state: GameState) -> None:
        built.update(*(empire.holdings.tableau for empire in state.empires if empire.holdings))

    for number in range(6):
        assert play(RULES, 3, game_rng(7, 3, number), look).violations == []
    for tile in (101, 102, 103):
        sides = RULES.catalog.tile_by_id[tile]
        assert {sides.development.key, sides.world.key} & built


def test_they_have_words(folder: Path) -> None:
    """English where the set has none in the language."""
    use_tile_sets(folder)
    league = load_roll_catalog().sides["league_of_outposts"]
    assert load_tile_texts("pl").of(league).startswith("+1$ na koniec")
    assert "3 VP for each" in load_tile_texts("hu").of(league)
    moon = load_roll_catalog().sides["windy_moon"]
    assert load_tile_texts("en").of(moon) == "2 Military dice to your cup."


def test_a_faction_and_a_home_world_are_drawn_and_begin_a_game() -> None:
    """With their dice and credits; without the set there are none of these numbers."""
    set_up = SET_UP.replace("blue/5/old_earth", "blue/11/far_beacon")
    session = GameSession.begin(at_table(RULES), MemoryEventLog(), ManualClock())
    session.execute(read(set_up))
    assert session.state.empire(1).credits == 4
    held = holdings(session.state, 1)
    assert held.tableau[:3] == ("border_patrol", "quiet_harbour", "far_beacon")
    assert (held.cup.count(DieType.MILITARY), held.citizenry.count(DieType.NOVELTY)) == (1, 1)
    box = at_table(Rules(load_tile_sets(()).catalog))
    with pytest.raises(RefusedError):
        GameSession.begin(box, MemoryEventLog(), ManualClock()).execute(read(set_up))


def test_the_command_line_scores_them(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Home world, a half of the faction and Windy Moon are worlds: 3 VP each."""
    monkeypatch.setenv("COMPANION_HOME", str(folder.parent))
    final = {
        "schema": "roll-final/1",
        "players": [
            {
                "name": "Ann", "faction": 11, "home_world": "far_beacon", "vp_chips": 4,
                "credits": 1,
                "tiles": ["league_of_outposts", "windy_moon"],
            },
            {
                "name": "Bob", "faction": 3, "home_world": "new_sparta", "vp_chips": 2,
                "credits": 1, "tiles": ["prefabricated_hulls"],
            },
        ],
    }  # fmt: skip
    path = folder.parent / "final.json"
    path.write_text(json.dumps(final))
    assert main(["score", str(path), "--json"]) == 0
    ann, bob = sorted(
        json.loads(capsys.readouterr().out)["players"], key=lambda player: player["name"]
    )
    assert [bonus["vp"] for bonus in ann["bonuses"]] == [3 * 3]
    assert ann["total"] == 4 + (1 + 2 + 1 + 6 + 1) + 9
    assert bob["bonuses"] == []


# --- files that are not as expected --------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("tiles = 3", "tiles = 4", "tile"),
        ("id = 102", "id = 55", "tile[1].id"),
        ("id = 102", "id = 101", "tile[1].id"),
        ("id = 102", "id = 0", "tile[1].id"),
        ('"windy_moon"', '"spice_world"', "tile[0].world.key"),
        ('"windy_moon"', '"amber_fields"', "tile.key"),
        ("cost = 6", "cost = 5", "tile[1].development.bonus"),
        ('customs_office = "+$2', '# "+$2', "text.en.power.customs_office"),
        ("[text.pl.bonus]", "[text.xx.bonus]", "text.xx"),
        ("factions = 1", "factions = 2", "faction"),
        ("home_worlds = 1", "home_worlds = 0", "home_world"),
        ("number = 11", "number = 9", "faction[0].number"),
        ("id = 11", "id = 9", "home_world[0].id"),
        ('"quiet_harbour"', '"spice_world"', "faction[0].key"),
        ('"far_beacon"', '"windy_moon"', "set.key"),
        ('key = "pilot"', 'key = "military"', "die[0].key"),
        ('counts_as = "military"', 'counts_as = "orange"', "die[0].counts_as"),
        ('name_en = "Pilot"', 'name_en = "Pilot"\nfaces = ["ship"]', "die[0].faces"),
        ("[set]", "[sets]", "sets"),
        (END, f"{END}, max_per_phase = 2", f"{EFFECT}.max_per_phase"),
        (END, f"{END}, optional = true", f"{EFFECT}.optional"),
        (END, f'{END}, filter = {{ category = "world" }}', f"{EFFECT}.filter"),
        (END, f"{END}, excludes_self = true", f"{EFFECT}.excludes_self"),
        (END, f'{END}, per = {{ unit = "die", location = "cup" }}', f"{EFFECT}.per.location"),
        (
            END,
            f'{END}, per = {{ unit = "die", world_colours = ["genes"] }}',
            f"{EFFECT}.per.world_colours",
        ),
        (END, f"{AT} = 0", f"{EFFECT}.amount"),
        (
            END,
            f'{END}, per = {{ unit = "good", group_size = 0 }}',
            f"{EFFECT}.per.group_size",
        ),
        (
            f'op = "gain_credits", steps = ["develop"], {END}',
            f"{INSTANT}, sequence = [{GOOD}]",
            f"{EFFECT}.sequence.where",
        ),
        ('where = "cup"', 'where = "good"', "tile[0].world.on_settle[0].where"),
        (AT, 'trigger = "on_trade", amount', f"{EFFECT}.steps"),
        (AT, 'trigger = "on_scout", amount', f"{EFFECT}.trigger"),
        (
            f'["develop"], {AT} = 2',
            f'["ship"], {TRADE}, per = {{ unit = "good" }}',
            f"{EFFECT}.per",
        ),
        (
            f'["develop"], {AT} = 2',
            f'["ship"], {TRADE}, condition = {{ type = "scouted_with", dice = [] }}',
            f"{EFFECT}.condition",
        ),
        ('steps = ["settle"]', 'steps = ["develop"]', "tile[2].development.effect[0].steps"),
        (
            'applies_to = { category = "world" }',
            'applies_to = { category = "world", kind = "other" }',
            "tile[2].development.effect[0].applies_to.kind",
        ),
        (
            'category = "world", vp_per_unit',
            'category = "world", kind = "other", vp_per_unit',
            "tile[1].development.bonus.kind",
        ),
        ("[set]", "a = " + "[" * 100_000, "its top level"),
        ("[set]", "a = " + "9" * 4_500, "its top level"),
    ],
)
def test_a_wrong_set_is_refused_whole(folder: Path, old: str, new: str, place: str) -> None:
    """The error names file and place; the base box stays in use."""
    spoil(folder / SET.name, old, new)
    with pytest.raises(TileSetError) as caught:
        use_tile_sets(folder)
    assert caught.value.params["file"] == SET.name
    assert caught.value.params["place"] == place
    assert len(load_roll_catalog().tiles) == 55


def test_the_base_box_has_a_manifest(tmp_path: Path) -> None:
    """It says how many tiles there are, so that a file cut short is noticed."""
    copy = tmp_path / "roll"
    shutil.copytree(FOLDER, copy)
    spoil(copy / "manifest.toml", "tiles = 55", "tiles = 56")
    with pytest.raises(CatalogError, match="expected 56 tables, found 55"):
        load_roll_catalog(copy)


def test_without_a_folder_there_is_the_base_box() -> None:
    """Nobody needs to make one."""
    use_tile_sets(Path("there is no such folder"))
    assert len(load_roll_catalog().tiles) == 55
    assert UNKNOWN not in load_roll_catalog().tile_by_id
