"""One tap, one step: combined commands, and phases that end by themselves."""

import pytest

from companion.games.answers import proposed, walk
from companion.games.question import Choose, Steps
from companion.games.refusals import RefusedError
from companion.games.roll.decide.combined import Accept, Build
from companion.games.roll.model import errors
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import UNKNOWN, Good, Placing, Spot
from companion.games.roll.model.seating import Computers, ComputerSeat
from companion.games.roll.model.state import GameState, Step, holdings, tracking
from companion.games.roll.phases.drawing import PlaceTiles
from companion.games.roll.phases.explore import Rearrange, Scout, Stock
from companion.games.roll.phases.set_up import SeatComputers
from companion.players.seeded_random import SeededRandom
from companion.simulation.invariants import Invariants
from companion.simulation.table import Table
from tests.games.refused import refused_as
from tests.games.roll.tracked_table import GAME, RULES, a_game

HOME = DieType.HOME
EXPLORE = {"p1": Phase.EXPLORE, "p2": Phase.EXPLORE, "p3": Phase.EXPLORE}
CATALOG = RULES.catalog


def tile_of(key: str) -> int:
    return CATALOG.tile_by_side[key].id


def test_a_phase_without_decisions_needs_no_tap() -> None:
    """Ship without goods: the phase is over before anybody could look at it."""
    game = a_game(2, 4, 9)
    for seat in (1, 2, 3):
        game.hold(seat, goods=(), citizenry=(HOME,) * 2)
    game.reveal(p1=Phase.SHIP, p2=Phase.SHIP, p3=Phase.SHIP)
    assert game.step is Step.ASSIGN
    assert game.state.round.number == 2, "nothing to recall either: the round went on by itself"


def test_the_last_task_ends_the_phase_and_one_undo_takes_both_back() -> None:
    """Stocking with the last explorer leads on; before it the phase waits."""
    game = a_game().reveal(**EXPLORE)
    while game.step is Step.PHASE:
        seat = next(
            each.seat for each in game.view.seats if each.tracking and each.tracking.must_act
        )
        game.do(Stock(seat, holdings(game.state, seat).workers(Phase.EXPLORE)[0]))
    assert game.before[-1].round.current is Phase.EXPLORE
    assert game.step is Step.MANAGE


def test_a_scout_of_unnamed_tiles_is_one_step() -> None:
    """Abandon, draw, place: the stack grows by tiles that nobody has named (R-6.3)."""
    game = a_game().reveal(**EXPLORE)
    die = holdings(game.state, 1).workers(Phase.EXPLORE)[0]
    scout = Scout(1, die, (Spot(Category.WORLD, 0),), (UNKNOWN,) * 2)
    placed = (Placing(UNKNOWN, Category.DEVELOPMENT), Placing(UNKNOWN, Category.WORLD))
    game.do(Steps((scout, PlaceTiles(1, placed))))
    seen = game.tracking(1)
    assert (seen.developments.size, seen.worlds.size, seen.hand) == (2, 1, 0)
    assert game.view.tracking is not None
    assert len(tracking(game.state).abandoned) == 1


def test_drawn_tiles_may_be_placed_later() -> None:
    """Without stacks the tiles stay in hand until they are placed."""
    game = a_game().reveal(**EXPLORE)
    game.answer(2, "scout", (), ())
    assert game.tracking(2).hand == 1
    with pytest.raises(RefusedError):
        game.do(PlaceTiles(2, (Placing(UNKNOWN, Category.WORLD),) * 2))
    game.answer(2, ((0, "world"),))
    assert game.tracking(2).worlds.size == 2


def test_a_tile_is_named_when_it_is_built() -> None:
    """Build puts exactly the missing workers on the unnamed tile and completes it (R-7.2)."""
    game = a_game().hold(1, cup=(HOME,) * 5, developers=(HOME,))
    game.reveal(p1=Phase.DEVELOP, p2=Phase.SHIP, p3=Phase.SHIP)
    seen = game.tracking(1)
    assert (seen.developments.top, seen.developments.needed) == (UNKNOWN, None)
    assert seen.proposal.commands == (), "nobody knows what it costs"
    key = next(t.development.key for t in CATALOG.tiles if t.development.cost == 3)
    game.do(Build(1, tile_of(key)))
    assert key in holdings(game.state, 1).tableau
    assert holdings(game.state, 1).developers == ()
    assert game.state.empire(1).tiles == 4


def test_a_tile_that_is_elsewhere_is_refused_whole() -> None:
    """No worker is placed for a tile that somebody has built already."""
    game = a_game().hold(1, cup=(HOME,) * 6).hold(2, tableau=("galactic_exchange",))
    game.reveal(p1=Phase.DEVELOP, p2=Phase.SHIP, p3=Phase.SHIP)
    before = game.state
    for tile in (tile_of("galactic_exchange"), 56, UNKNOWN):
        with pytest.raises(RefusedError):
            game.do(Build(1, tile))
    assert game.state == before


@pytest.mark.parametrize(("seats", "code"), [((4,), "unknown_seat"), ((2, 2), "seat_taken")])
def test_computer_players_sit_at_seats_of_the_game(seats: tuple[int, ...], code: str) -> None:
    computers = Computers(tuple(ComputerSeat(seat, "easy", "usual") for seat in seats))
    with pytest.raises(RefusedError) as caught:
        a_game().do(SeatComputers(computers))
    assert caught.value.code == code


def test_nothing_is_built_where_no_tile_lies() -> None:
    game = a_game().hold(1, cup=(HOME,) * 6, developments=())
    game.reveal(p1=Phase.DEVELOP, p2=Phase.DEVELOP, p3=Phase.SHIP)
    with refused_as(errors.NOT_COMPLETE):
        game.do(Build(1, tile_of("galactic_exchange")))


def test_accepting_does_all_that_is_proposed_for_those_seats() -> None:
    """Goods are produced and shipped; a second tap on the same button does nothing."""
    game = a_game(6, 2, 3).reveal(p1=Phase.SHIP, p2=Phase.SHIP, p3=Phase.SHIP)
    seen = game.tracking(1)
    assert seen.proposal.vp > 0
    goods = len(seen.goods)
    vp = game.state.empire(1).vp_chips + seen.proposal.vp
    game.do(Accept((1,)))
    assert game.state.empire(1).vp_chips == vp
    assert len(holdings(game.state, 1).goods) == max(0, goods - len(seen.columns[4]))
    assert GAME.decide(game.state, Accept((1,))) == ()


def test_rearranging_goes_by_places() -> None:
    """Advanced Logistics: nobody needs to name a tile to move it; a wrong place is refused."""
    game = a_game().hold(1, tableau=("advanced_logistics",), developments=(7, 8), worlds=(9,))
    game.reveal(**EXPLORE)
    with pytest.raises(RefusedError):
        game.do(Rearrange(1, (9,), (), (Spot(Category.DEVELOPMENT, 5),)))
    game.answer(1, "rearrange", ((2, "development"), (1, "world"), (0, "world")))
    held = holdings(game.state, 1)
    assert (held.developments, held.worlds) == ((9,), (8, 7))


def test_optional_moves_keep_explore_open() -> None:
    """Who may rearrange is not rushed: the phase ends when somebody says so."""
    game = a_game().hold(1, cup=(), tableau=("advanced_logistics",))
    game.hold(2, cup=(HOME,)).hold(3, cup=(HOME,))
    game.reveal(p1=Phase.SHIP, p2=Phase.EXPLORE, p3=Phase.EXPLORE)
    game.do(Stock(2, HOME), Stock(3, HOME))
    assert game.state.round.current is Phase.EXPLORE
    assert not any(each.tracking.must_act for each in game.view.seats if each.tracking)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_random_games_keep_every_invariant(players: int) -> None:
    """The engine's players at this table: no dead end, and every view can be made."""
    player = Table(RULES, SeededRandom(f"table {players}"))
    watch = Invariants(RULES)
    state = GameState()
    command: object = player.set_up(players)
    seen = GAME.view(state, None)
    for _ in range(5000):
        for event in GAME.decide(state, command):
            state = GAME.apply(state, event)
            assert watch.violations(state) == []
        seen = GAME.view(state, None)
        assert seen.tracking is not None
        if state.step is Step.OVER:
            break
        command = player.next_command(state)
    assert all(each.tracking.score is not None for each in seen.seats)


def test_what_is_proposed_is_an_answer_with_the_same_gains() -> None:
    """What accepting would do can also be chosen one by one, with the same gains."""
    game = a_game(6, 2, 3).hold(1, goods=(Good("pilgrimage_world", DieType.NOVELTY),))
    game.hold(2, goods=()).hold(3, goods=())
    game.reveal(p1=Phase.SHIP, p2=Phase.SHIP, p3=Phase.SHIP)
    seen = game.tracking(1)
    assert isinstance(seen.question, Choose)
    (chosen,) = (each for each in seen.question.answers if each.key == seen.question.default)
    assert seen.proposal.commands == (walk(seen.question, proposed(seen.question) or ()),)
    gains = {gain.key: gain.amount for gain in chosen.gains}
    assert gains == {"vp": seen.proposal.vp}
