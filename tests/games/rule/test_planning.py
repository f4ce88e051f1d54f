"""The plan of a turn against every legal order of shots, on small positions (section 3.2)."""

from dataclasses import replace
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.refusals import RefusedError
from companion.games.rule import GAME
from companion.games.rule.cards import HAND_CARDS, HEROES, Card, Cards, bundle
from companion.games.rule.options import DEFAULT_OPTIONS, points_of
from companion.games.rule.planning import affordable, best_plan, worth_of_drawing
from companion.games.rule.state import GameState, Player, Posted, Step
from companion.games.rule.turn import Shoot
from companion.games.rule.units import Unit, UnitKind

REY, FINN, CHEWIE, POE, BB8 = HAND_CARDS


def infiltrator(hero: Card) -> Unit:
    return Unit(UnitKind.INFILTRATOR, hero)


def position(hand: Cards, *board: Posted, tiles: tuple[Unit, ...] = ()) -> GameState:
    """Ann can shoot; Bo holds nothing; a unit stays in the stack, so that the game goes on."""
    players = (Player(1, "Ann", hand=bundle(hand), tiles=tiles), Player(2, "Bo"))
    return GameState(Step.SHOOT, players=players, deck=(REY,), board=board, stack=1, drew=True)


@st.composite
def positions(draw: st.DrawFn) -> GameState:
    """Up to five units in two lanes, two to five cards, up to two captured infiltrators."""
    heroes = st.sampled_from(HEROES[:2])
    one_colour = st.builds(
        Unit,
        st.sampled_from([UnitKind.INFILTRATOR] * 2 + [UnitKind.STORMTROOPER, UnitKind.SNOWTROOPER]),
        heroes,
    )
    units = one_colour | st.just(Unit(UnitKind.SERGEANT))
    fields = st.tuples(st.integers(1, 2), st.integers(1, 3))
    board = draw(st.dictionaries(fields, units, min_size=1, max_size=5))
    posted = sorted((Posted(*field, unit) for field, unit in board.items()), key=repr)
    hand = draw(st.lists(st.sampled_from([*HEROES[:2], BB8]), min_size=2, max_size=5))
    tiles = draw(st.lists(heroes.map(infiltrator), max_size=2))
    options = replace(DEFAULT_OPTIONS, overpay=draw(st.booleans()))
    return replace(position(tuple(hand), *posted, tiles=tuple(tiles)), options=options)


def shoot(state: GameState, command: Shoot) -> GameState:
    for event in GAME.decide(state, command):
        state = GAME.apply(state, event)
    return state


def legal_shots(state: GameState) -> list[Shoot]:
    """Every shot that the rules accept, with every payment."""
    player = state.player(1)
    owned = [tile for tile in player.tiles if tile.kind is UnitKind.INFILTRATOR]
    payments = {
        (cards, tiles)
        for count in range(len(player.hand) + 1)
        for cards in combinations(player.hand, count)
        for used in range(len(owned) + 1)
        for tiles in combinations(owned, used)
    }
    return [
        command
        for posted in state.board
        for cards, tiles in payments
        if _accepted(state, command := Shoot(1, posted.lane, posted.row, cards, tiles))
    ]


def _accepted(state: GameState, command: Shoot) -> bool:
    try:
        GAME.decide(state, command)
    except RefusedError:
        return False
    return True


def most_points(state: GameState, known: dict[object, int] | None = None) -> int:
    """The points of the best of all orders of legal shots; none begins with no shot."""
    known = {} if known is None else known
    player = state.player(1)
    key = (state.board, player.hand, tuple(sorted(map(repr, player.tiles))))
    if key not in known:
        known[key] = max(
            (
                points_of(state.at(shot.lane, shot.row).unit.kind, state.options)  # type: ignore[union-attr]  # a shot has a target
                + most_points(shoot(state, shot), known)
                for shot in legal_shots(state)
            ),
            default=0,
        )
    return known[key]


@settings(max_examples=150, deadline=None)
@given(positions())
def test_the_plan_is_as_good_as_the_best_of_all_legal_orders(state: GameState) -> None:
    plan = best_plan(state, state.player(1))
    assert plan.points == most_points(state)
    for shot in plan.shots:
        target = shot.target
        state = shoot(state, Shoot(1, target.lane, target.row, shot.cards, shot.infiltrators))


@settings(max_examples=300, deadline=None)
@given(positions())
def test_what_is_offered_is_what_can_be_destroyed_now_and_leaves_the_most(
    state: GameState,
) -> None:
    known: dict[object, int] = {}
    best: dict[tuple[int, int], int] = {}
    for shot in legal_shots(state):
        field = shot.lane, shot.row
        best[field] = max(best.get(field, 0), most_points(shoot(state, shot), known))
    offered = affordable(state, state.player(1))
    assert {(shot.target.lane, shot.target.row) for shot in offered} == set(best)
    for each in offered:
        field = each.target.lane, each.target.row
        after = shoot(state, Shoot(1, *field, each.cards, each.infiltrators))
        assert most_points(after, known) == best[field]


def test_an_infiltrator_captured_in_this_turn_pays_for_the_next_unit() -> None:
    red = Posted(1, 1, infiltrator(CHEWIE))
    sergeant = Posted(2, 1, Unit(UnitKind.SERGEANT))
    state = position((POE,) * 4 + (BB8,), red, sergeant)
    plan = best_plan(state, state.player(1))
    assert [(shot.target, shot.infiltrators) for shot in plan.shots] == [
        (red, ()),
        (sergeant, (infiltrator(CHEWIE),)),
    ]
    assert plan.points == 4
    drawing = replace(state, step=Step.DRAW)
    assert worth_of_drawing(drawing).stop == 4


def test_cards_of_no_unit_pay_for_a_unit_of_any_colour() -> None:
    flames = Posted(1, 1, Unit(UnitKind.FLAMETROOPER, REY))
    sergeant = Posted(2, 1, Unit(UnitKind.SERGEANT))
    state = position((REY,) * 3 + (POE,) * 4 + (FINN, BB8), flames, sergeant)
    (shot,) = (each for each in affordable(state, state.player(1)) if each.target is sergeant)
    assert shot.cards == bundle((POE,) * 4 + (FINN, REY))
