"""Section 1: what is in the box and how a game begins."""

from __future__ import annotations

import pytest

from companion.games.roll.model.state import GameState, tracking
from companion.simulation.invariants import dice_of
from tests.games.roll.by_rule.scenario import CATALOG, Table, words

PLAYERS = (
    "1/Ann/blue/2/doomed_world",
    "2/Bob/red/9/ancient_race",
    "3/Cid/green/4/old_earth",
    "4/Dan/purple/5/new_sparta",
    "5/Eve/yellow/8/epsilon_eridani",
)
FIRST = ("1/2", "3/4", "5/6", "7/8", "9/10")


def set_up(players: int = 2, first: tuple[str, ...] = FIRST) -> str:
    return (
        f"SetUpGame players={','.join(PLAYERS[:players])} "
        f"first_tiles={','.join(first[:players])} named_bag=yes"
    )


def begun(players: int = 2) -> Table:
    table = Table(GameState())
    table.tell(set_up(players))
    return table


def test_the_dice_of_the_box() -> None:
    """R-1.1: 111 dice: white, red, purple, cyan, brown, green, yellow; none appears or is lost."""
    table = begun(5)
    places = [tracking(table.state).stock, *(dice_of(table.held(seat)) for seat in range(1, 6))]
    assert tuple(map(sum, zip(*places, strict=True))) == (25, 22, 9, 20, 14, 12, 9)


def test_the_tiles_of_the_box() -> None:
    """R-1.2: 55 double-sided tiles, all in the bag but those drawn; 9 factions, 9 home worlds."""
    table = begun(5)
    assert sorted(tracking(table.state).bag) == list(range(11, 56))
    others = Table(GameState())
    others.tell(set_up(2, ("52/53", "54/55")))
    assert sorted(tracking(others.state).bag) == list(range(1, 52))
    assert [each.number for each in CATALOG.factions] == list(range(1, 10))
    assert len(CATALOG.home_worlds) == 9
    assert all(tile.development.key != tile.world.key for tile in CATALOG.tiles)


@pytest.mark.parametrize(("players", "pool"), [(2, 24), (3, 36), (4, 48), (5, 60)])
def test_the_pool(players: int, pool: int) -> None:
    """R-1.3: 12 VP for each player; none is issued yet, the reserve is closed."""
    table = begun(players)
    assert (table.state.vp_pool, table.state.vp_beyond_pool) == (pool, 0)
    assert [table.vp(seat) for seat in table.state.seats] == [0] * players


def test_what_each_player_has() -> None:
    """R-1.4, FAQ (pl, hu) 67: $1, faction and home world in the tableau, counted as three tiles."""
    table = begun(2)
    assert table.credits(2) == 1
    assert table.held(2).tableau == ("destroyed_colony", "awakened_alien_outpost", "ancient_race")
    assert table.view().seats[0].tiles == 3


def test_the_first_tiles() -> None:
    """R-1.5, FAQ (pl, hu) 4: whichever side is dearer, the player chooses which tile is which."""
    table = begun(2)
    assert table.stacks(2) == ((3,), (4,))
    other = Table(GameState())
    other.tell(set_up(2, ("1/2", "4/3")))
    assert other.stacks(2) == ((4,), (3,))


def test_one_first_tile_on_each_stack() -> None:
    """R-1.5, FAQ (pl, hu) 5: one tile cannot be both, and both stacks get one."""
    assert Table(GameState()).refuses(set_up(2, ("1/1", "3/4"))) == "first_tiles"
    assert Table(GameState()).refuses(set_up(2, ("1/0", "3/4"))) == "first_tiles"
    assert Table(GameState()).refuses(set_up(2, ("1/2", "2/3"))) == "first_tiles"
    assert Table(GameState()).refuses(set_up(2, ("1/2", "3/56"))) == "first_tiles"


def test_the_first_dice() -> None:
    """R-1.6: three white dice in the cup, two in the Citizenry, and those of the start worlds."""
    table = begun(2)
    assert table.cup(1) == "home home home"
    assert table.citizenry(1) == words(["home", "home", "alien_technology"])
    assert table.cup(2) == words(["home", "home", "home", "consumption"])
    assert table.citizenry(2) == words(["home", "home", "military"])
    assert table.goods(2) == "ancient_race/genes"


def test_worlds_of_the_construction_zone_give_nothing_yet() -> None:
    """R-1.6: the same dice whatever lies in the zone."""
    others = Table(GameState())
    others.tell(set_up(2, ("11/16", "3/42")))  # Rebel Hideout, Galactic Trendsetters
    table = begun(2)
    for seat in (1, 2):
        assert (others.cup(seat), others.citizenry(seat)) == (
            table.cup(seat),
            table.citizenry(seat),
        )


def test_doomed_world_and_destroyed_colony() -> None:
    """R-1.7, H-9, F-9l, F-9r: $8 and no die; two worlds with a die each."""
    table = begun(2)
    assert (table.credits(1), table.credits(2)) == (8, 1)
    assert sum(dice_of(table.held(1))) == 5 + 1  # of the Alien Rosetta Stone World
    assert sum(dice_of(table.held(2))) == 5 + 2 + 1


def test_start_tiles_give_once() -> None:
    """R-1.7: a round later everybody has the same dice as at set-up."""
    table = begun(2)
    before = [dice_of(table.held(seat)) for seat in (1, 2)]
    table.tell("SignalReady seat=1", "SignalReady seat=2")
    table.tell(
        "RecordMat seat=1 dice=home:ship!,home:ship,home:ship",
        "RecordMat seat=2 dice=home:settle@ship!,home:settle,home:settle,consumption:ship",
        "RecordSpareDie face=ship",
        "ConfirmReveal",
        "Ship seat=2 shipper=consumption good=ancient_race/genes task=trade",
        "FinishPhase",
        "FinishRound",
    )
    assert table.state.round.number == 2
    assert [dice_of(table.held(seat)) for seat in (1, 2)] == before


def test_nothing_is_recalled_at_set_up() -> None:
    """R-1.8, FAQ (pl, hu) 6: goods come back in Manage Empire only."""
    assert begun(2).refuses("Recall seat=2 goods=ancient_race/genes") == "wrong_step"
