"""Physical truth wins: full tracking can be corrected in every step and stays exact."""

from dataclasses import replace

import pytest

from companion.games.roll import with_rules
from companion.games.roll.model.dice import COUNTS, DieType, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import UNKNOWN, DieLocation, DieSpot
from companion.games.roll.model.state import GameState, Step, holdings
from companion.games.roll.phases.counters import Correct
from companion.games.roll.phases.dice_corrections import MoveDice, dice_at
from companion.games.roll.phases.tile_corrections import (
    MoveTile,
    ReplaceStartTiles,
    ReplaceTile,
    TileLocation,
    TileSpot,
)
from companion.games.roll.rules.judge import is_legal
from companion.games.roll.view.observe import expected_dice
from companion.session.session import GameSession
from companion.storage.codec import EventCodec
from companion.storage.memory_log import MemoryEventLog
from tests.fakes import ManualClock
from tests.games.roll.expected_places import expected_places
from tests.games.roll.tracked_positions import (
    RULES,
    begun,
    dice,
    front,
    goods,
    manage,
    phase,
    play,
    refused,
    shown,
    tile,
)
from tests.golden.roll_lines import read, write


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
    kinds = {MoveDice, MoveTile, ReplaceTile, ReplaceStartTiles, Correct}
    states = (begun(), phase(Phase.SHIP), manage(), replace(manage(), step=Step.OVER))
    for state in states:
        assert all(is_legal(kind, state) for kind in kinds)


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
    line = f"MoveDice die=home count=1 source={spot(source)} target={spot(target)}"
    moved = read(line)
    assert isinstance(moved, MoveDice)
    here, there = moved.source, moved.target
    for where, change in ((here, -1), (there, 1)):
        counts = [dice_at(each, where).count(DieType.HOME) for each in (state, after)]
        assert counts[1] - counts[0] == change


ROLLED = "RollDice seat=1 dice=home/explore,home/ship,home/ship"


def test_a_die_that_stayed_in_the_cup() -> None:
    """It is not on the mat, and it is still there after the reveal."""
    state = play(begun(), ROLLED, "SignalReady seat=1", "SignalReady seat=2")
    state = play(state, move("home", "mat/1/-/ship", "cup/1"))
    assert expected_dice(state)["strip-1"] == {"home": 2}
    assert expected_places(state)["cup-1"] == {"home": 1}
    state = play(shown(state, "home:explore!,home:ship"), "ConfirmReveal")
    assert len(holdings(state, 1).cup) == 1
    assert state.round.current is Phase.EXPLORE


# --- tiles ---------------------------------------------------------------------------------------

SPICE = tile("spice_world")


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
