"""The round in a fully tracked game, rule by rule; powers have their own file."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.roll import GAME
from companion.games.roll.decide.command import decide
from companion.games.roll.model.apply_tasks import TASK_HANDLERS
from companion.games.roll.model.commands import FirstTiles, SetUpGame, StartGame
from companion.games.roll.model.dice import DieType, Face, Phase
from companion.games.roll.model.errors import RulesError
from companion.games.roll.model.events import MarkerRaised
from companion.games.roll.model.holdings import FULL_STOCK, UNKNOWN, RolledDie, Turn
from companion.games.roll.model.options import EmptyBag, EmptyCup, TableOptions
from companion.games.roll.model.state import GameState, holdings, tracking
from companion.games.roll.model.steps import Step
from companion.games.roll.model.task_events import DiceRolled, TaskEvent, VpGiven, WorkersReturned
from companion.games.roll.rules.needs import Need, needs
from companion.games.roll.view.expected_dice import expected_dice
from tests.games.roll.tracked_positions import (
    ANN,
    BOB,
    CATALOG,
    RULES,
    bag,
    begun,
    dice,
    follow,
    front,
    goods,
    manage,
    paid,
    phase,
    play,
    refused,
    rules,
    shown,
    tile,
    told,
)


def test_every_event_is_folded() -> None:
    """None of the union is forgotten by ``apply``."""
    assert set(TASK_HANDLERS) == set(TaskEvent.__args__)


# --- set-up --------------------------------------------------------------------------------------


def test_set_up() -> None:
    """R-1.3 to R-1.7: start tiles, dice, credits, pool, bag, and what is left of 111 dice."""
    state = begun()
    ann, bob = holdings(state, 1), holdings(state, 2)
    assert ann.tableau == ("genetics_lab", "the_last_of_the_gnarssh", "old_earth")
    assert (ann.cup, ann.citizenry) == (dice("home " * 3), dice("home home genes consumption"))
    assert bob.cup == dice("home home home novelty")
    assert bob.citizenry == dice("home home military military")
    assert (ann.developments, ann.worlds) == ((51,), (52,))
    assert (state.vp_pool, state.empire(1).credits, state.round.number) == (24, 1, 1)
    assert len(tracking(state).bag) == 51
    assert sum(FULL_STOCK) - sum(tracking(state).stock) == 15


def test_goods_at_set_up() -> None:
    """R-1.6: a die may lie on the world as a good."""
    state = begun(replace(ANN, home_world="ancient_race"), BOB)
    assert holdings(state, 1).goods == goods("ancient_race/genes")


@pytest.mark.parametrize(
    ("players", "first"),
    [
        ((ANN, BOB), (FirstTiles(1, 2),)),
        ((ANN, BOB), (FirstTiles(1, 2), FirstTiles(2, 3))),
        ((ANN, BOB), (FirstTiles(1, 1), FirstTiles(2, 3))),
        ((ANN, BOB), (FirstTiles(1, 2), FirstTiles(3, 56))),
        ((ANN, BOB), (FirstTiles(1, 2), FirstTiles(3, UNKNOWN))),
        ((replace(ANN, faction=None), BOB), (FirstTiles(1, 2), FirstTiles(3, 4))),
        ((ANN, replace(BOB, home_world=None)), (FirstTiles(1, 2), FirstTiles(3, 4))),
    ],
)
def test_set_ups_that_cannot_be(players: tuple[object, ...], first: tuple[FirstTiles, ...]) -> None:
    """R-1.4, R-1.5: every tile once, start tiles for everybody."""
    with pytest.raises(RulesError) as caught:
        decide(RULES, GAME.initial, SetUpGame(players, first, named_bag=True))  # type: ignore[arg-type] # players
    assert caught.value.code == "first_tiles"


def test_a_second_set_up() -> None:
    """Neither kind of game begins twice."""
    again = SetUpGame((ANN, BOB), (FirstTiles(1, 2), FirstTiles(3, 4)))
    by_hand = follow(GAME.initial, decide(RULES, GAME.initial, StartGame((ANN, BOB))))
    for state in (begun(), by_hand):
        with pytest.raises(RulesError) as caught:
            decide(RULES, state, again)
        assert caught.value.code == "already_started"


def test_counters_by_hand_go_on_as_before() -> None:
    """The same engine: counters by hand there, none here."""
    by_hand = follow(GAME.initial, decide(RULES, GAME.initial, StartGame((ANN, BOB))))
    assert play(by_hand, "ChangeCredits seat=1 delta=2").empire(1).credits == 3
    assert refused(by_hand, "RollDice seat=1 dice=home/ship") == "no_account"
    for line in ("ChangeCredits seat=1 delta=2", "Correct what=tiles value=5 seat=1"):
        assert refused(begun(), line) == "counted_by_rules"


def test_wrong_step_and_seat() -> None:
    """Commands of a phase belong to that phase and to somebody."""
    assert refused(begun(), "Stock seat=1 die=home") == "wrong_step"
    assert refused(phase(Phase.DEVELOP), "Stock seat=1 die=home") == "wrong_step"
    assert refused(phase(Phase.EXPLORE), "Stock seat=4 die=home") == "unknown_seat"
    assert refused(begun(), "SignalReady seat=4") == "unknown_seat"


# --- roll, assign, reveal ------------------------------------------------------------------------

ROLL = "RollDice seat=1 dice=home/explore,home/ship,home/ship"


@pytest.mark.parametrize(
    "line",
    [
        "RollDice seat=1 dice=home/explore,home/ship",
        "RollDice seat=1 dice=home/explore,home/ship,genes/wild",
        "RollDice seat=1 dice=home/explore,home/ship,home/wild",
    ],
)
def test_the_whole_cup_is_rolled(line: str) -> None:
    """R-2.1: all dice of the cup, with faces that they have, once."""
    assert refused(begun(), line) == "roll"
    assert refused(play(begun(), ROLL), ROLL) == "roll"


def revealing() -> GameState:
    return play(begun(), ROLL, "SignalReady seat=1", "SignalReady seat=2")


@pytest.mark.parametrize(
    ("mat", "code"),
    [
        ("home:explore!,home:ship", "mat_dice"),
        ("home:explore!,home:ship,home:produce", "mat_dice"),
        ("home:explore!,home:ship,home:ship@settle", "assignment"),
        ("home:explore!,home:ship!,home:ship", "reveal_incomplete"),
        ("home:explore,home:ship,home:ship", "reveal_incomplete"),
        ("home:explore!,home:ship,home:ship@dictate", "assignment"),
    ],
)
def test_a_mat_must_follow_from_the_roll(mat: str, code: str) -> None:
    """R-3.1 to R-3.4: the rolled dice, one selecting, the others explained.

    The mat is recorded as it is: the table sees what is wrong and puts it right before going on.
    """
    state = shown(revealing(), mat)
    assert state.assignment(1).dice is not None
    assert refused(state, "ConfirmReveal") == code


def test_a_wrong_mat_is_shown_and_corrected_die_by_die() -> None:
    """What the tracking expects is asked for before the reveal; one tap mends the reading."""
    state = shown(revealing(), "home:explore!,home:ship,home:produce")
    assert Need("mat_dice", 1) in needs(state)
    state = play(state, "CorrectDie seat=1 index=2 die=home:ship")
    assert [need.code for need in needs(state)] == ["confirm"]
    assert play(state, "ConfirmReveal").step is Step.PHASE


def test_without_a_roll_the_mat_says_what_was_rolled() -> None:
    """At a table nobody enters rolls: the camera reads the mats."""
    mat = "home:ship!,home:ship,home:ship,novelty:wild@ship"
    state = play(
        shown(revealing(), "home:explore!,home:ship,home:ship"), f"RecordMat seat=2 dice={mat}"
    )
    rolled = next(each for each in told(state, "ConfirmReveal") if isinstance(each, DiceRolled))
    assert (rolled.seat, rolled.from_mat) == (2, True)
    assert RolledDie(DieType.NOVELTY, Face.WILD) in rolled.dice
    too_few = play(state, "RecordMat seat=2 dice=home:ship!")
    assert refused(too_few, "ConfirmReveal") == "mat_dice"
    read_early = play(play(begun(), "SignalReady seat=2"), f"RecordMat seat=2 dice={mat}")
    early = play(read_early, "WithdrawReady seat=2", "SignalReady seat=2")
    play(early, "RecordMat seat=2 dice=home:ship!,home:ship,home:settle,novelty:ship")


def test_an_entered_roll_stays() -> None:
    """R-2.1: no re-rolls, however often the mat is recorded."""
    state = shown(revealing(), "home:explore!,home:settle,home:ship")
    assert refused(state, "ConfirmReveal") == "mat_dice"


def test_reveal() -> None:
    """R-4.1 to R-4.3: workers of active phases stay, the others are back in the cup."""
    state = play(revealing(), "RecordMat seat=1 dice=home:explore!,home:ship,home:ship")
    state = play(state, "RecordMat seat=2 dice=home:settle!,home:settle,home:develop,novelty:ship")
    state = play(state, "RecordSpareDie face=develop", "ConfirmReveal")
    ann, bob = holdings(state, 1), holdings(state, 2)
    assert state.round.active == (Phase.EXPLORE, Phase.DEVELOP, Phase.SETTLE)
    assert (ann.cup, ann.workers(Phase.EXPLORE)) == (dice("home home"), dice("home"))
    assert bob.cup == dice("novelty")
    assert bob.workers(Phase.SETTLE) == dice("home home")
    assert bob.workers(Phase.DEVELOP) == dice("home")
    assert (ann.rolled, bob.rolled) == ((), ())


def test_what_the_camera_should_see() -> None:
    """The cup's dice until Reveal, the workers that are left in the phases, then nothing."""
    cups = {"strip-1": {"home": 3}, "strip-2": {"home": 3, "novelty": 1}}
    assert expected_dice(begun()) == cups
    assert expected_dice(revealing()) == cups
    state = phase(Phase.SHIP, workers="home genes genes")
    assert expected_dice(state) == {"strip-1": {"home": 1, "genes": 2}, "strip-2": {}}
    assert expected_dice(manage()) == {}


# --- Explore -------------------------------------------------------------------------------------


def test_stock_and_the_limit() -> None:
    """R-6.1, R-6.2, R-5.3: $2, at most $10, and the explorer is in the Citizenry."""
    state = phase(Phase.EXPLORE, workers="home", citizenry=(), credits=9)
    state = play(state, "Stock seat=1 die=home")
    assert state.empire(1).credits == 10
    assert holdings(state, 1).citizenry == dice("home")
    assert refused(state, "Stock seat=1 die=home") == "no_such_worker"


def test_scout() -> None:
    """R-6.3, R-6.4: abandon, draw one more, place at the bottom; workers keep their place."""
    mine = {"developments": (3, 4), "worlds": (5,), "settlers": dice("home")}
    state = phase(Phase.EXPLORE, workers="home home", **mine)
    gone = "Scout seat=1 die=home abandon=development/0,world/0"
    assert refused(state, f"{gone} drawn=7,8") == "draw"
    assert refused(state, f"{gone} drawn=7,8,8") == "draw"
    assert refused(state, f"{gone} drawn=7,8,51") == "draw"
    assert refused(state, f"{gone},world/1 drawn=7,8,9,10") == "no_such_tile"
    assert refused(state, f"{gone},world/0 drawn=7,8,9,10") == "no_such_tile"
    state = play(state, f"{gone} drawn=7,8,9")
    assert tracking(state).abandoned == (3, 5)
    assert refused(state, "Stock seat=1 die=home") == "tiles_in_hand"
    assert refused(state, "PlaceTiles seat=1 placings=7/world/no,8/world/no") == "placing"
    state = play(state, "PlaceTiles seat=1 placings=7/world/no,9/development/no,8/world/no")
    held = holdings(state, 1)
    assert (held.developments, held.worlds, held.settlers) == ((4, 9), (7, 8), dice("home"))
    state = play(state, "Stock seat=1 die=home")
    state = play(state, "FinishPhase")
    assert tracking(state).abandoned == ()
    assert {3, 5} <= set(tracking(state).bag)


def test_explorers_must_all_be_used() -> None:
    """R-5.1: the phase does not end before."""
    assert refused(phase(Phase.EXPLORE, workers="home"), "FinishPhase") == "work_left"


def test_a_short_bag_takes_the_abandoned_tiles() -> None:
    """R-6.5: draw what is there, then out of the abandoned ones, one's own included."""
    mine = {"developments": (3,), "worlds": (5, 6)}
    state = bag(phase(Phase.EXPLORE, workers="home", **mine), 7, abandoned=(8,))
    line = "Scout seat=1 die=home abandon=world/0,world/1 drawn={}"
    assert refused(state, line.format("8,5,6")) == "draw"  # the bag comes first
    state = play(state, line.format("5,7,8"))
    assert (tracking(state).bag, tracking(state).abandoned) == ((6,), ())
    assert sorted(holdings(state, 1).turn.hand) == [5, 7, 8]


@pytest.mark.parametrize("option", EmptyBag)
def test_an_empty_bag_asks_tiles_back(option: EmptyBag) -> None:
    """R-6.5, D-12: everybody with three (or more than three) tiles returns one, then the rest."""
    by = rules(TableOptions(empty_bag=option))
    state = phase(Phase.EXPLORE, workers="home home", developments=(3,), worlds=(5,))
    state = front(state, 2, developments=(10, 11), worlds=(12,))
    state = bag(state, 7)
    state = play(state, "Scout seat=1 die=home abandon=world/0 drawn=5,7", by=by)
    assert holdings(state, 1).turn.owed == 0
    state = play(state, "PlaceTiles seat=1 placings=5/world/no,7/world/no", by=by)
    state = play(state, "Scout seat=1 die=home drawn=()", by=by)
    if option is EmptyBag.MORE_THAN_THREE:
        assert tracking(state).givers == ()
        assert holdings(state, 1).turn.owed == 0
        return
    assert tracking(state).givers == (1, 2)
    assert refused(state, "DrawOwed seat=1 drawn=5") == "timing"
    state = play(state, "ReturnTile seat=2 spot=world/0", "ReturnTile seat=1 spot=world/1")
    assert refused(state, "FinishPhase") == "work_left"
    state = play(state, "DrawOwed seat=1 drawn=12", "PlaceTiles seat=1 placings=12/world/no")
    assert tracking(state).bag == (7,)
    assert holdings(state, 1).worlds == (5, 12)


def test_order_matters_when_the_bag_is_low() -> None:
    """R-5.6: the lowest faction number begins; Bob has 3, Ann 5."""
    state = front(phase(Phase.EXPLORE, workers="home"), 2, workers="home")
    low = bag(state)
    assert refused(low, "Scout seat=1 die=home drawn=()") == "timing"
    play(low, "Scout seat=2 die=home drawn=()")
    play(state, "Scout seat=1 die=home drawn=7")


# --- Develop, Settle -----------------------------------------------------------------------------


def test_several_tiles_in_one_phase() -> None:
    """R-7.1 to R-7.3: complete, go on with the next one, the rest goes back to the cup."""
    stack = (tile("export_duties"), tile("public_works"))
    state = phase(Phase.DEVELOP, developments=stack, workers="home " * 4, cup=(), citizenry=())
    assert refused(state, "CompleteTile seat=1") == "not_complete"
    assert refused(state, "PlaceWorkers seat=1 dice=genes") == "no_such_worker"
    state = play(state, "PlaceWorkers seat=1 dice=home,home")
    assert refused(state, "FinishPhase") == "work_left"
    assert refused(state, "PlaceWorkers seat=1 dice=home") == "too_many_workers"
    state = play(state, "CompleteTile seat=1", "PlaceWorkers seat=1 dice=home")
    state = play(state, "CompleteTile seat=1")
    assert refused(state, "PlaceWorkers seat=1 dice=home") == "no_such_tile"
    events = told(state, "FinishPhase")
    assert WorkersReturned(1, Phase.DEVELOP, dice("home"), "R-7.3") in events
    state = follow(state, events)
    assert state.empire(1).tiles == 5


def test_unfinished_tiles_keep_their_workers() -> None:
    """R-7.2: the dice stay until the tile is completed, in this round or another."""
    state = phase(Phase.SETTLE, worlds=(tile("spice_world"),), workers="home")
    state = play(state, "PlaceWorkers seat=1 dice=home", "FinishPhase")
    assert holdings(state, 1).settlers == dice("home")


def test_a_tile_that_waited_is_completed_with_the_dice_of_choice() -> None:
    """R-6.6: more workers than a cheaper tile needs; the others stay for the next one."""
    mine = {"worlds": (tile("spice_world"), 3), "settlers": dice("home genes military")}
    state = phase(Phase.SETTLE, citizenry=(), cup=(), **mine)
    assert refused(state, "FinishPhase") == "work_left"
    assert refused(state, "CompleteTile seat=1") == "completion_choice"
    assert refused(state, "CompleteTile seat=1 workers=home,novelty") == "completion_choice"
    held = holdings(play(state, "CompleteTile seat=1 workers=home,military"), 1)
    assert held.settlers == dice("genes")
    # The world itself gives a die, too.
    gained = CATALOG.sides["spice_world"].instant_steps
    assert len(held.citizenry) + len(held.cup) + len(held.goods) == 2 + len(gained)


def test_a_tile_is_named_at_the_latest_when_it_is_built() -> None:
    """Partial knowledge: an unknown tile takes workers; completing it needs its number."""
    state = front(begun(named_bag=False), worlds=(UNKNOWN,), settlers=dice("home home"))
    assert set(tracking(state).bag) == {UNKNOWN}
    state = replace(state, step=Step.PHASE)
    state = replace(state, round=replace(state.round, active=(Phase.SETTLE,), current=Phase.SETTLE))
    state = front(state, workers="home")
    play(state, "PlaceWorkers seat=1 dice=home")
    assert refused(state, "CompleteTile seat=1") == "no_such_tile"
    assert refused(state, "CompleteTile seat=1 tile=53") == "no_such_tile"  # Bob's first tile
    number = tile("spice_world")
    held = holdings(play(state, f"CompleteTile seat=1 tile={number}"), 1)
    assert held.tableau[-1] == "spice_world"


def test_drawing_from_an_unknown_bag() -> None:
    """Partial knowledge: a drawn tile may be named or not; one that was seen cannot come again."""
    state = replace(begun(named_bag=False), step=Step.PHASE)
    now = replace(state.round, active=(Phase.EXPLORE,), current=Phase.EXPLORE)
    state = front(replace(state, round=now), workers="home home")
    assert refused(state, "Scout seat=1 die=home drawn=53") == "draw"
    named = play(state, "Scout seat=1 die=home drawn=7", "PlaceTiles seat=1 placings=7/world/no")
    assert len(tracking(named).bag) == 50
    assert refused(named, "Scout seat=1 die=home drawn=7") == "draw"
    unnamed = play(named, "Scout seat=1 die=home drawn=0")
    assert holdings(unnamed, 1).turn.hand == (UNKNOWN,)


# --- Produce, Ship -------------------------------------------------------------------------------


def test_producing() -> None:
    """R-8.1, R-8.2: one good a world of a colour; who finds no room goes back to the cup."""
    state = phase(Phase.PRODUCE, built="spice_world", workers="genes home home", cup=())
    assert refused(state, "FinishPhase") == "work_left"
    assert refused(state, "Produce seat=1 goods=spice_world/novelty") == "no_such_worker"
    assert refused(state, "Produce seat=1 goods=silicon_world/genes") == "no_room"
    state = play(state, "Produce seat=1 goods=spice_world/genes")
    state = play(state, "Produce seat=1 goods=the_last_of_the_gnarssh/home")
    assert refused(state, "Produce seat=1 goods=spice_world/home") == "no_room"
    events = told(state, "FinishPhase")
    assert WorkersReturned(1, Phase.PRODUCE, dice("home"), "R-8.2") in events


@pytest.mark.parametrize(
    ("good", "shipper", "vp"),
    [
        ("spice_world/home", "home", 1),
        ("spice_world/novelty", "home", 2),
        ("spice_world/home", "novelty", 2),
        ("spice_world/novelty", "novelty", 3),
        ("spice_world/consumption", "consumption", 3),
        ("distant_world/novelty", "novelty", 1),
    ],
)
def test_consuming(good: str, shipper: str, vp: int) -> None:
    """R-9.1, R-9.3: colours count; both dice are in the Citizenry afterwards."""
    world, die = good.split("/")
    state = phase(Phase.SHIP, built=world, goods=goods(good), workers=shipper, citizenry=())
    events = told(state, f"Ship seat=1 shipper={shipper} good={good} task=consume")
    assert paid(events) == {"R-9.3": (0, vp)}
    held = holdings(follow(state, events), 1)
    assert held.citizenry == dice(f"{shipper} {die}")
    assert held.goods == ()


def test_the_reserve_opens_when_the_pool_is_empty() -> None:
    """R-9.4: VP go on, from the reserve."""
    state = phase(Phase.SHIP, built="spice_world", goods=goods("spice_world/novelty"))
    state = replace(front(state, workers="novelty"), vp_pool=1)
    events = told(state, "Ship seat=1 shipper=novelty good=spice_world/novelty task=consume")
    assert VpGiven(1, 1, "R-9.3", 2) in events
    state = follow(state, events)
    assert (state.vp_pool, state.vp_beyond_pool, state.empire(1).vp_chips) == (0, 2, 3)


def test_shippers_must_ship_while_there_are_goods() -> None:
    """R-5.1, R-9.5: without goods they go back to the cup."""
    state = phase(Phase.SHIP, built="spice_world", goods=goods("spice_world/home"))
    state = front(state, workers="home genes", cup=())
    assert refused(state, "FinishPhase") == "work_left"
    assert refused(state, "Ship seat=1 shipper=home good=spice_world/genes task=trade") == (
        "no_such_good"
    )
    state = play(state, "Ship seat=1 shipper=home good=spice_world/home task=trade")
    assert WorkersReturned(1, Phase.SHIP, dice("genes"), "R-9.5") in told(state, "FinishPhase")


# --- Manage Empire -------------------------------------------------------------------------------


def test_recruiting_without_a_choice_happens_by_itself() -> None:
    """R-10.1: who can pay for all does; at $0 the marker goes to $1."""
    state = phase(Phase.SHIP, citizenry=dice("home genes"), credits=2, cup=())
    state = front(state, 2, citizenry=dice("home home"), credits=1)
    events = told(state, "FinishPhase")
    assert MarkerRaised(1) in events
    assert MarkerRaised(2) not in events
    state = follow(state, events)
    assert (state.empire(1).credits, holdings(state, 1).cup) == (1, dice("home genes"))
    assert not holdings(state, 2).recruited


def test_recruiting_by_choice() -> None:
    """R-10.1: as many as can be paid for, no more and no fewer."""
    state = manage(citizenry=dice("home genes military"), credits=2, cup=())
    assert refused(state, "Recruit seat=1 dice=genes") == "recruit"
    assert refused(state, "Recruit seat=1 dice=genes,novelty") == "recruit"
    assert refused(state, "SignalReady seat=1") == "work_left"
    assert refused(state, "FinishRound") == "work_left"
    state = play(state, "Recruit seat=1 dice=genes,military")
    assert (state.empire(1).credits, holdings(state, 1).cup) == (1, dice("genes military"))
    assert refused(state, "Recruit seat=1 dice=home") == "recruit"


def test_nobody_is_asked_who_cannot_pay() -> None:
    """R-10.1: without credits nothing is recruited, and the marker goes to $1."""
    mine = {"citizenry": dice("home home"), "cup": dice("home")}
    state = play(phase(Phase.SHIP, credits=0, **mine), "FinishPhase")
    assert (state.empire(1).credits, holdings(state, 1).recruited) == (1, True)
    assert holdings(state, 1).citizenry == dice("home home")


def test_recalling() -> None:
    """R-10.2: developers, settlers and goods, any number, after recruiting."""
    mine = {"developers": dice("home"), "settlers": dice("genes"), "built": "spice_world"}
    state = manage(goods=goods("spice_world/military"), cup=(), citizenry=(), **mine)
    line = "Recall seat=1 developers=home settlers=genes goods=spice_world/military"
    assert refused(state, line) == "recall"
    state = front(state, recruited=True)
    assert refused(state, "Recall seat=1 developers=genes") == "recall"
    assert refused(state, "Recall seat=1") == "recall"
    held = holdings(play(state, line), 1)
    assert held.cup == dice("home genes military")
    assert (held.developers, held.settlers, held.goods) == ((), (), ())


def test_a_forced_recall() -> None:
    """R-10.2, D-15: with an empty cup one die must come back, unless the table reads it so."""
    state = manage(developers=dice("home"), cup=(), citizenry=(), recruited=True)
    state = front(state, 2, recruited=True)
    assert refused(state, "FinishRound") == "work_left"
    play(state, "FinishRound", by=rules(TableOptions(empty_cup=EmptyCup.MAY_RECALL)))
    assert play(state, "Recall seat=1 developers=home", "FinishRound").round.number == 2


def test_a_new_round_begins_anew() -> None:
    """R-10.3: nobody has recruited, nothing is borrowed or scouted any more."""
    state = manage(recruited=True, turn=Turn(borrowed=dice("home")))
    state = play(front(state, 2, recruited=True), "SignalReady seat=1", "SignalReady seat=2")
    assert (state.step, state.round.number) == (Step.ASSIGN, 2)
    assert not any(empire.holdings.recruited for empire in state.empires if empire.holdings)


def test_twelve_tiles_end_the_game() -> None:
    """R-10.4: at the end of the round, with everybody's score in the log."""
    sides = [each.world.key for each in CATALOG.tiles[:9]]
    state = manage(built=" ".join(sides), recruited=True)
    state = front(state, 2, recruited=True)
    events = told(state, "FinishRound")
    names = [type(event).__name__ for event in events]
    assert names == ["RoundFinished", "SeatScored", "SeatScored", "GameEnded"]
    assert GAME.view(follow(state, events), None).seats[0].final_rank in (1, 2)


# --- secrets -------------------------------------------------------------------------------------


def test_no_view_tells_a_secret() -> None:
    """R-12.1: what is behind the screen, below the top or in the bag changes nobody's view."""
    state = play(begun(), ROLL)
    other = play(begun(), "RollDice seat=1 dice=home/settle,home/ship,home/ship")
    other = bag(front(other, developments=(51, 7), worlds=(52, 8)), 1, 2, 3, abandoned=(4, 5))
    for seat in (None, 1, 2):
        assert GAME.view(state, seat) == GAME.view(other, seat)


def test_nothing_is_offered_that_is_counted_by_the_rules() -> None:
    """The view offers no counters by hand in a fully tracked game."""
    legal = GAME.view(phase(Phase.SHIP), None).legal
    assert "ChangeCredits" not in legal
    assert "FinishPhase" in legal


def test_stopping_counts_what_lies_on_the_table() -> None:
    """In a fully tracked game with everybody's points, as the end of the round would."""
    state = begun()
    stopped = play(state, "StopGame")
    assert stopped.step is Step.OVER
    assert len(tracking(stopped).scores) == len(stopped.seats)
    for score in tracking(stopped).scores:
        tableau = RULES.sides(holdings(stopped, score.seat).tableau)
        assert score.tiles == sum(side.cost for side in tableau)
