"""Physical truth wins: full tracking can be corrected in every step and stays exact."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.refusals import RefusedError
from companion.games.roll import with_rules
from companion.games.roll.model.dice import COUNTS, DieType, Face, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import UNKNOWN, DieLocation, Good, RolledDie, Turn
from companion.games.roll.model.state import GameState, holdings, tracking
from companion.games.roll.model.steps import Step
from companion.games.roll.notation import read, write
from companion.games.roll.phases.corrections import WorkersWithdrawn
from companion.games.roll.phases.dice_corrections import DiceMoved, DieSpot, MoveDice, dice_at
from companion.games.roll.phases.drawing import TilesAskedBack
from companion.games.roll.phases.manage import SeatScored
from companion.games.roll.phases.round import RoundStarted, WorkersBorrowed
from companion.games.roll.phases.tile_corrections import (
    MoveTile,
    ReplaceStartTiles,
    ReplaceTile,
    TileLocation,
    TileSpot,
)
from companion.games.roll.rules.judge import decide, legal_names
from companion.games.roll.rules.needs import Need, needs
from companion.games.roll.view.expected_dice import expected_dice
from companion.session.session import GameSession
from companion.simulation.invariants import Invariants
from companion.storage.codec import EventCodec
from companion.storage.memory_log import MemoryEventLog
from tests.fakes import ManualClock
from tests.games.roll.expected_places import expected_places
from tests.games.roll.tracked_positions import (
    CATALOG,
    RULES,
    bag,
    begun,
    dice,
    follow,
    front,
    goods,
    manage,
    phase,
    play,
    refused,
    shown,
    tile,
    told,
)


def spot(words: str) -> str:
    """Return a die's spot in notation, from as many of its parts as matter."""
    parts = words.split("/")
    return "/".join([*parts, *["-", "-", "-", ""][len(parts) - 1 :]])


def move(die: str, source: str, target: str, count: int = 1) -> str:
    return f"MoveDice die={die} source={spot(source)} target={spot(target)} count={count}"


def everything(state: GameState) -> dict[str, int]:
    """Count every die on the table by kind."""
    counts: dict[str, int] = {}
    for place in expected_places(state).values():
        for kind, count in place.items():
            counts[kind] = counts.get(kind, 0) + count
    return counts


def test_every_correction_is_folded_and_offered() -> None:
    """None is kept from the table."""
    names = {each.__name__ for each in (MoveDice, MoveTile, ReplaceTile, ReplaceStartTiles)}
    states = (begun(), phase(Phase.SHIP), manage(), replace(manage(), step=Step.OVER))
    for state in states:
        assert {*names, "Correct"} <= legal_names(state)


# --- dice ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("stock", "cup/1"),
        ("cup/1", "stock"),
        ("cup/1", "citizenry/2"),
        ("citizenry/1", "developers/1"),
        ("developers/1", "settlers/1"),
        ("settlers/1", "column/1/ship"),
        ("column/1/settle", "column/1/produce"),
        ("column/1/settle", "good/1/-/-/the_last_of_the_gnarssh"),
        ("good/1/-/-/the_last_of_the_gnarssh", "cup/1"),
    ],
)
def test_a_die_comes_from_somewhere(source: str, target: str) -> None:
    """One more there, one less here, 111 in all."""
    state = phase(Phase.SETTLE, workers="home", developers=dice("home"), settlers=dice("home"))
    coming = (Phase.SETTLE, Phase.PRODUCE, Phase.SHIP)
    state = replace(state, round=replace(state.round, active=coming))
    state = front(
        state, goods=goods("the_last_of_the_gnarssh/home") if source.startswith("good") else ()
    )
    before = everything(state)
    after = play(state, move("home", source, target) + " reason=under%20the%20table")
    assert everything(after) == before
    line = f"DiceMoved die=home count=1 source={spot(source)} target={spot(target)}"
    moved = read(line)
    assert isinstance(moved, DiceMoved)
    here, there = moved.source, moved.target
    for where, change in ((here, -1), (there, 1)):
        counts = [dice_at(each, where).count(DieType.HOME) for each in (state, after)]
        assert counts[1] - counts[0] == change


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (move("alien_technology", "cup/1", "stock"), "not_lying_there"),
        (move("home", "cup/1", "stock", 4), "not_lying_there"),
        (move("home", "cup/1", "stock", 0), "no_change"),
        (move("home", "cup/1", "cup/1"), "no_change"),
        (move("home", "cup/4", "stock"), "unknown_seat"),
        (move("home", "cup/1", "cup/9"), "unknown_seat"),
        (move("home", "cup/-", "stock"), "whose"),
        (move("home", "cup/1", "column/1/explore"), "correction_place"),
        (move("home", "cup/1", "column/1"), "correction_place"),
        (move("home", "cup/1", "mat/1/-/ship"), "correction_place"),
        (move("home", "cup/1", "good/1/-/-/space_mall"), "correction_place"),
        (move("home", "cup/1", "good/1/-/-/nowhere"), "correction_place"),
    ],
)
def test_dice_that_cannot_be_moved(line: str, code: str) -> None:
    """A die that is not there, a place that does not exist now."""
    assert refused(begun(), line) == code


def test_no_goods_without_room() -> None:
    """R-8.1: gray worlds and developments take none, other worlds one."""
    state = front(begun(), built="spice_world", goods=goods("spice_world/home"))
    assert refused(state, move("home", "cup/1", "good/1/-/-/spice_world")) == "goods_in_the_way"
    assert refused(state, move("home", "cup/1", "good/1/-/-/genetics_lab")) == "goods_in_the_way"


def test_workers_lie_under_phases_to_come_only() -> None:
    """Under another phase they would never be used, nor come back to the cup (R-5.2)."""
    state = phase(Phase.DEVELOP, workers="home")
    state = replace(state, round=replace(state.round, active=(Phase.EXPLORE, Phase.DEVELOP)))
    assert refused(state, move("home", "cup/1", "column/1/explore")) == "correction_place"
    assert refused(state, move("home", "cup/1", "column/1/ship")) == "correction_place"
    state = play(state, move("home", "column/1/develop", "citizenry/1"), "FinishPhase")
    assert state.step is Step.MANAGE


ROLLED = "RollDice seat=1 dice=home/explore,home/ship,home/ship"


def test_a_rolled_die_shows_another_face() -> None:
    """R-2.1: the roll was entered wrongly; the mat counts by the corrected one."""
    state = play(begun(), ROLLED, "SignalReady seat=1", "SignalReady seat=2")
    state = shown(state, "home:explore!,home:settle,home:ship")
    assert Need("mat_dice", 1) in needs(state)
    state = play(state, move("home", "mat/1/-/ship", "mat/1/-/settle"))
    assert RolledDie(DieType.HOME, Face.SETTLE) in holdings(state, 1).rolled
    assert Need("mat_dice", 1) not in needs(state)
    assert play(state, "ConfirmReveal").step is Step.PHASE
    assert refused(state, move("home", "mat/1/-/ship", "mat/1/-/wild")) == "correction_place"


def test_a_die_that_stayed_in_the_cup() -> None:
    """It is not on the mat, and it is still there after the reveal."""
    state = play(begun(), ROLLED, "SignalReady seat=1", "SignalReady seat=2")
    state = play(state, move("home", "mat/1/-/ship", "cup/1"))
    assert expected_dice(state)["strip-1"] == {"home": 2}
    assert expected_places(state)["cup-1"] == {"home": 1}
    state = play(shown(state, "home:explore!,home:ship"), "ConfirmReveal")
    assert len(holdings(state, 1).cup) == 1
    assert state.round.current is Phase.EXPLORE


def test_a_mat_with_another_die_than_the_cup_had() -> None:
    """The camera is right: the tracking is corrected, and the mat counts."""
    state = play(begun(), "SignalReady seat=1", "SignalReady seat=2")
    state = shown(state, "home:explore!,home:ship,genes:settle")
    assert refused(state, "ConfirmReveal") == "mat_dice"
    state = play(state, move("genes", "citizenry/1", "cup/1"), move("home", "cup/1", "citizenry/1"))
    assert play(state, "ConfirmReveal").step is Step.PHASE


# --- counters ------------------------------------------------------------------------------------


def test_chips_and_pool_change_together() -> None:
    """R-9.4: what a player has too much goes back: to the reserve first, then to the pool."""
    state = replace(begun(), vp_pool=2)
    state = state.with_empire(replace(state.empire(2), vp_chips=22))
    more = play(state, "Correct what=vp_chips value=5 seat=1 reason=miscounted")
    assert (more.empire(1).vp_chips, more.vp_pool, more.vp_beyond_pool) == (5, 0, 3)
    one = play(more, "Correct what=vp_chips value=4 seat=1")
    assert (one.vp_pool, one.vp_beyond_pool) == (0, 2)
    less = play(more, "Correct what=vp_chips value=1 seat=1")
    assert (less.empire(1).vp_chips, less.vp_pool, less.vp_beyond_pool) == (1, 1, 0)
    for line in ("Correct what=vp_pool value=20", "Correct what=tiles value=4 seat=1"):
        assert refused(state, line) == "counted_by_rules"
    assert refused(state, "Correct what=vp_chips value=0 seat=1") == "no_change"


def test_more_credits_are_recruited_with() -> None:
    """R-10.1: who turns out to have more to pay with goes on recruiting."""
    state = manage(credits=1, citizenry=dice("home genes"), recruited=True)
    assert refused(state, "Recruit seat=1 dice=genes") == "recruit"
    state = front(state, 2, recruited=True)
    ready = play(state, "SignalReady seat=1", "Correct what=credits value=3 seat=1")
    assert refused(ready, "FinishRound") == "work_left"
    assert refused(ready, "SignalReady seat=2") == "work_left"
    state = play(ready, "Recruit seat=1 dice=home,genes")
    assert (state.empire(1).credits, holdings(state, 1).citizenry) == (1, ())
    assert RoundStarted(2) in told(state, "SignalReady seat=2")


def test_scores_follow_a_correction_at_the_end() -> None:
    """R-11.1, R-11.5: points and ranks are counted again."""
    state = replace(manage(citizenry=(), recruited=True), vp_pool=0)
    state = state.with_empire(replace(state.empire(2), vp_chips=24))
    over = play(front(state, 2, citizenry=(), recruited=True), "FinishRound")
    assert [score.rank for score in tracking(over).scores] == [2, 1]
    events = told(over, "Correct what=vp_chips value=60 seat=1")
    assert [type(event) for event in events[1:]] == [SeatScored, SeatScored]
    after = follow(over, events)
    assert [(score.seat, score.rank) for score in tracking(after).scores] == [(1, 1), (2, 2)]
    assert tracking(after).scores[0].vp_chips == 60


# --- tiles ---------------------------------------------------------------------------------------

SPICE = tile("spice_world")


def test_tiles_of_a_zone_move() -> None:
    """Between the stacks, to the bag and out of it, in any step."""
    state = begun()
    top = holdings(state, 1).worlds[0]
    line = "MoveTile source=stack/1/world/0/ target=stack/2/development/1/"
    state = play(state, line)
    assert holdings(state, 1).worlds == ()
    assert holdings(state, 2).developments[1] == top
    state = play(state, "MoveTile source=stack/2/development/1/ target=bag/-/-/0/")
    assert top in tracking(state).bag
    state = play(state, f"MoveTile source=bag/-/-/0/ target=stack/1/world/0/ tile={top}")
    assert holdings(state, 1).worlds == (top,)
    assert tracking(state).bag == tracking(begun()).bag


def test_a_tile_was_built() -> None:
    """R-10.4: it counts, and nothing is gained: its dice are moved by hand where they lie."""
    state = begun()
    stock = tracking(state).stock
    state = play(state, f"MoveTile source=bag/-/-/0/ target=tableau/1/world/0/ tile={SPICE}")
    assert holdings(state, 1).tableau[-1] == "spice_world"
    assert (state.empire(1).tiles, tracking(state).stock) == (4, stock)
    back = play(state, "MoveTile source=tableau/1/-/0/spice_world target=bag/-/-/0/")
    assert back.empire(1).tiles == 3
    assert SPICE in tracking(back).bag


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("MoveTile source=stack/1/world/1/ target=bag/-/-/0/", "tile_correction"),
        ("MoveTile source=stack/1/-/0/ target=bag/-/-/0/", "tile_correction"),
        ("MoveTile source=stack/1/world/0/ target=bag/-/-/0/ tile=9", "tile_correction"),
        ("MoveTile source=stack/1/world/0/ target=stack/1/world/0/", "no_change"),
        ("MoveTile source=stack/1/world/0/ target=stack/1/world/1/", "tile_correction"),
        ("MoveTile source=stack/1/world/0/ target=stack/2/world/2/", "tile_correction"),
        ("MoveTile source=stack/1/world/0/ target=stack/1/development/-1/", "tile_correction"),
        ("MoveTile source=stack/1/world/0/ target=stack/2/-/0/", "tile_correction"),
        ("MoveTile source=stack/1/world/0/ target=tableau/2/-/0/", "tile_correction"),
        ("MoveTile source=stack/1/world/0/ target=hand/1/-/0/", "tile_correction"),
        ("MoveTile source=stack/1/world/0/ target=abandoned/-/-/0/", "tile_correction"),
        ("MoveTile source=stack/7/world/0/ target=bag/-/-/0/", "unknown_seat"),
        ("MoveTile source=stack/1/world/0/ target=stack/7/world/0/", "unknown_seat"),
        ("MoveTile source=bag/-/-/0/ target=stack/1/world/0/", "tile_correction"),
        ("MoveTile source=bag/-/-/0/ target=stack/1/world/0/ tile=51", "tile_correction"),
        ("MoveTile source=tableau/1/-/0/old_earth target=bag/-/-/0/", "tile_correction"),
        ("MoveTile source=tableau/1/-/0/spice_world target=bag/-/-/0/", "tile_correction"),
        ("ReplaceTile spot=bag/-/-/0/ tile=9", "tile_correction"),
        ("ReplaceTile spot=stack/1/world/0/ tile=52", "no_change"),
        ("ReplaceTile spot=stack/1/world/0/ tile=99", "tile_elsewhere"),
        ("ReplaceTile spot=stack/1/world/3/ tile=9", "tile_correction"),
        ("ReplaceStartTiles seat=1 faction=3 home_world=old_earth", "faction_taken"),
        ("ReplaceStartTiles seat=1 faction=0 home_world=old_earth", "faction_number"),
        ("ReplaceStartTiles seat=1 faction=5 home_world=new_sparta", "home_world"),
        ("ReplaceStartTiles seat=1 faction=5 home_world=nowhere", "home_world"),
        ("ReplaceStartTiles seat=1 faction=5 home_world=old_earth", "no_change"),
        ("ReplaceStartTiles seat=4 faction=1 home_world=old_earth", "unknown_seat"),
    ],
)
def test_tiles_that_cannot_be_moved(line: str, code: str) -> None:
    """A tile that is not there, a place that does not exist, a number that lies elsewhere."""
    assert refused(begun(), line) == code


def test_a_place_is_what_its_kind_needs() -> None:
    """The bag has no owner, whatever a command says besides; nor have other places more."""
    state = begun()
    away = play(state, "MoveTile source=stack/1/world/0/spice_world target=bag/9/world/3/gem_world")
    assert 52 in tracking(away).bag
    same = "MoveTile source=bag/-/-/0/ target=bag/0/-/0/ tile=1"
    assert refused(state, same) == "no_change"
    other = play(away, "MoveTile source=bag/7/-/0/ target=tableau/1/world/5/gem_world tile=52")
    assert holdings(other, 1).tableau[-1] == CATALOG.tiles[51].world.key
    flipped = play(
        other, f"MoveTile source=tableau/1/-/0/{CATALOG.tiles[51].world.key}"
        " target=tableau/1/development/0/"
    )  # fmt: skip
    assert holdings(flipped, 1).tableau[-1] == CATALOG.tiles[51].development.key


def test_goods_are_moved_before_their_world() -> None:
    """A good lies on a world of its owner that has room for it."""
    world = f"MoveTile source=bag/-/-/0/ target=tableau/1/world/0/ tile={SPICE}"
    state = play(begun(), world, move("home", "cup/1", "good/1/-/-/spice_world"))
    away = "MoveTile source=tableau/1/-/0/spice_world target=bag/-/-/0/"
    assert refused(state, away) == "goods_in_the_way"
    play(state, move("home", "good/1/-/-/spice_world", "cup/1"), away)


def test_which_tile_it_is() -> None:
    """Where the tracking had the tile, the other one is now; dice and goods stay."""
    state = begun()
    state = play(state, "ReplaceTile spot=stack/1/world/0/ tile=9 reason=misread")
    assert holdings(state, 1).worlds == (9,)
    assert 52 in tracking(state).bag
    assert 9 not in tracking(state).bag
    state = play(state, "ReplaceTile spot=stack/1/world/0/ tile=54")  # Bob's
    assert (holdings(state, 1).worlds, holdings(state, 2).worlds) == ((54,), (9,))
    state = play(state, "ReplaceTile spot=stack/1/world/0/ tile=0")
    assert holdings(state, 1).worlds == (UNKNOWN,)
    assert holdings(play(state, "ReplaceTile spot=stack/1/world/0/ tile=54"), 1).worlds == (54,)
    built = f"MoveTile source=bag/-/-/0/ target=tableau/1/world/0/ tile={SPICE}"
    state = play(state, built, move("home", "cup/1", "good/1/-/-/spice_world"))
    assert refused(state, f"ReplaceTile spot=stack/1/world/0/ tile={SPICE}") == "tile_elsewhere"
    other = tile("space_port")
    state = play(state, f"ReplaceTile spot=tableau/1/-/0/spice_world tile={other}")
    assert holdings(state, 1).tableau[-1] == "space_port"
    assert holdings(state, 1).goods == (Good("space_port", DieType.HOME),)
    assert refused(state, "ReplaceTile spot=tableau/1/-/0/space_port tile=0") == ("tile_correction")


def test_tiles_of_an_unknown_bag() -> None:
    """A table that names tiles when they are built: any number that was not seen may be there."""
    state = begun(named_bag=False)
    zone = "MoveTile source=bag/-/-/0/ target=stack/1/world/1/"
    assert holdings(play(state, zone), 1).worlds == (52, UNKNOWN)
    assert holdings(play(state, f"{zone} tile=9"), 1).worlds == (52, 9)
    assert refused(state, f"{zone} tile=51") == "tile_elsewhere"
    state = play(state, "ReplaceTile spot=stack/1/world/0/ tile=9")
    assert holdings(state, 1).worlds == (9,)
    assert holdings(play(state, "ReplaceTile spot=stack/1/world/0/ tile=52"), 1).worlds == (52,)
    built = play(state, zone, "MoveTile source=stack/1/world/1/ target=tableau/1/world/0/ tile=52")
    assert built.empire(1).tiles == 4


def test_start_tiles_were_others() -> None:
    """R-5.6: the faction's number counts for the timing; goods are moved before their world."""
    state = play(begun(), "ReplaceStartTiles seat=1 faction=1 home_world=ancient_race")
    assert state.empire(1).player.faction == 1
    assert holdings(state, 1).tableau[2] == "ancient_race"
    assert len(holdings(state, 1).tableau) == 3
    state = play(state, move("home", "cup/1", "good/1/-/-/ancient_race"))
    back = "ReplaceStartTiles seat=1 faction=1 home_world=old_earth"
    assert refused(state, back) == "goods_in_the_way"


def test_lent_workers_follow_the_tableau() -> None:
    """What lends a worker is there, or is not: the rest of the phase goes by it."""
    ship = tile("alien_research_ship")
    put = f"MoveTile source=bag/-/-/0/ target=tableau/1/development/0/ tile={ship}"
    state = phase(Phase.EXPLORE)
    events = told(state, put)
    lent = WorkersBorrowed(1, dice("home alien_technology"), "alien_research_ship")
    assert lent in events
    state = follow(state, events)
    away = "MoveTile source=tableau/1/-/0/alien_research_ship target=bag/-/-/0/"
    assert WorkersWithdrawn(1, lent.dice, lent.reason) in told(state, away)
    assert holdings(play(state, away), 1).turn.borrowed == ()
    used = play(state, "Stock seat=1 die=alien_technology borrowed=yes")
    assert WorkersWithdrawn(1, dice("home"), lent.reason) in told(used, away)
    used = play(used, "Stock seat=1 die=home borrowed=yes")
    assert len(told(used, away)) == 1
    assert len(told(phase(Phase.SHIP), put)) == 1


def test_nobody_is_asked_for_a_tile_that_is_not_there() -> None:
    """R-6.5: whose zone is empty now has nothing to return."""
    state = phase(Phase.EXPLORE, developments=(UNKNOWN,), worlds=())
    state = replace(state, tracking=replace(tracking(state), givers=(1, 2)))
    line = "MoveTile source=stack/1/development/0/ target=abandoned/-/-/0/"
    assert TilesAskedBack((2,)) in told(state, line)


def test_drawn_tiles_are_corrected() -> None:
    """R-6.3: a number read wrongly, a tile too many."""
    state = phase(Phase.EXPLORE, turn=Turn(hand=(7, 8)))
    state = bag(state, *(each for each in tracking(state).bag if each not in (7, 8)))
    state = play(state, "ReplaceTile spot=hand/1/-/1/ tile=9")
    assert holdings(state, 1).turn.hand == (7, 9)
    state = play(state, "MoveTile source=hand/1/-/0/ target=bag/-/-/0/")
    assert holdings(state, 1).turn.hand == (9,)
    state = play(state, "MoveTile source=bag/-/-/0/ target=hand/1/-/0/ tile=8")
    state = play(state, "PlaceTiles seat=1 placings=9/world/no,8/development/no")
    assert Invariants(RULES).violations(state) == []


# --- the tracking as a whole ----------------------------------------------------------------------


def test_every_die_has_a_place() -> None:
    """R-1.1: 111 dice by kind and place, also behind the screens."""
    rolled = play(begun(), ROLLED)
    for state in (begun(), rolled, phase(Phase.SHIP, workers="home"), manage()):
        if state.step in (Step.ASSIGN, Step.REVEAL):
            assert everything(state) == {die.value: COUNTS[die] for die in DieType}
        assert set(expected_places(state)) == {
            "stock",
            *(
                f"{place}-{seat}"
                for place in ("strip", "cup", "citizenry", "developers", "settlers", "goods")
                for seat in (1, 2)
            ),
        }
    assert expected_places(rolled)["strip-1"] == {"home": 3}
    assert expected_places(rolled)["cup-1"] == {}


def test_corrections_need_tracking() -> None:
    """A table without one corrects its counters."""
    state = GAME.initial
    for event in GAME.decide(state, read("StartGame players=1/Ann/blue/-/-,2/Bob/red/-/-")):
        state = GAME.apply(state, event)
    with pytest.raises(RefusedError) as caught:
        decide(RULES, state, read(move("home", "stock", "cup/1")))
    assert caught.value.code == "no_account"


GAME = with_rules(RULES)

LINES = (
    move("home", "cup/1", "citizenry/1", 2) + " reason=fell%20off",
    f"MoveTile source=bag/-/-/0/ target=tableau/1/world/0/ tile={SPICE} reason=forgotten",
    "ReplaceTile spot=stack/1/world/0/ tile=9",
    "ReplaceStartTiles seat=1 faction=1 home_world=ancient_race",
    "Correct what=vp_chips value=5 seat=2",
    "Correct what=credits value=7 seat=2 reason=bumped",
)


def test_corrections_are_steps() -> None:
    """Each is one undo, and what is stored leads to the same state."""
    session = GameSession.begin(GAME, MemoryEventLog(), ManualClock())
    session.execute(read("SetUpGame players=1/Ann/blue/5/old_earth,2/Bob/red/3/new_sparta"
                         " first_tiles=51/52,53/54 named_bag=yes"))  # fmt: skip
    seen = [session.state]
    codec = EventCodec(GAME)
    for line in LINES:
        command = read(line)
        assert read(write(command)) == command
        for event in session.execute(command):
            assert read(write(event)) == event
            assert codec.decode(codec.encode(event)) == event
        seen.append(session.state)
    for state in reversed(seen[:-1]):
        session.undo()
        assert session.state == state
    for state in seen[1:]:
        session.redo()
        assert session.state == state


def test_the_words_of_a_command() -> None:
    """The notation reads into what the screen sends."""
    assert read(LINES[0]) == MoveDice(
        DieType.HOME,
        DieSpot(DieLocation.CUP, 1),
        DieSpot(DieLocation.CITIZENRY, 1),
        count=2,
        reason="fell off",
    )
    assert read(LINES[1]) == MoveTile(
        TileSpot(TileLocation.BAG),
        TileSpot(TileLocation.TABLEAU, 1, Category.WORLD),
        tile=SPICE,
        reason="forgotten",
    )
