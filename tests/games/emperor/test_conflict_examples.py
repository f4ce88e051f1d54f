"""Worked examples 8, 11, 12, 20 and 21 of the digest through whole commands."""

from __future__ import annotations

import pytest

from companion.games.emperor import GAME
from companion.games.emperor.corrections import CorrectTechnology, CorrectThrone
from companion.games.emperor.holdings import Annex, Cubes
from companion.games.emperor.roles.regent import PlaceInfluence
from companion.games.emperor.rounds import SelectRole
from companion.games.emperor.state import GameState, Role, Sector, Step, tokens_left
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.battle import Attack, Fire
from companion.games.emperor.war.forces import Force, Token
from companion.games.refusals import RefusedError
from tests.games.emperor.test_emperor_examples import (
    passed,
    play,
    regent,
    started,
    with_player,
    with_sectors,
)

TILE = 10


def placed(state: GameState, *orders: tuple[int, tuple[Cubes, ...]]) -> GameState:
    return play(state, *(PlaceInfluence(seat, cubes) for seat, cubes in orders))


def tile(state: GameState) -> Sector:
    sector = state.sector(TILE)
    assert sector is not None
    return sector


def test_example_11_tracy_loses_her_empire_to_bill() -> None:
    """Empire 1 against Paul's 1 and Bill's 2: one goes from each, Bill's 1 is an Empire."""
    tracy, paul, bill = 1, 2, 3
    state = with_sectors(started(), Sector(TILE, 1, owner=tracy, token=Token.EMPIRE, cubes=2))
    state = placed(
        regent(state),
        (paul, (Cubes(TILE, 1), Cubes(0, 1))),
        (bill, (Cubes(TILE, 2),)),
        (tracy, (Cubes(0, 2),)),
    )
    assert (tile(state).owner, tile(state).token, tile(state).cubes) == (bill, Token.EMPIRE, 0)
    assert tokens_left(state, tracy) == 11
    assert tokens_left(state, bill) == 10
    assert state.throne == tracy


@pytest.mark.parametrize(
    ("first", "second", "owner", "token"),
    [(2, 1, None, Token.NONE), (3, 1, 2, Token.EMPIRE), (1, 0, 1, Token.EMPIRE)],
)
def test_example_12_a_starbase_against_two_attackers(
    first: int, second: int, owner: int | None, token: Token
) -> None:
    """Two tops that are equal leave the tile empty; a rest of one is an Empire."""
    state = with_sectors(started(), Sector(TILE, 1, owner=1, token=Token.STARBASE))
    buyers = (2,) if first == 3 else ()

    def order(seat: int, count: int, held: int) -> tuple[int, tuple[Cubes, ...]]:
        there = (Cubes(TILE, count),) if count else ()
        return seat, (*there, *((Cubes(0, held - count),) if held > count else ()))

    state = placed(
        regent(state, *buyers),
        order(2, first, 3 if buyers else 2),
        order(3, second, 2),
        order(1, 0, 2),
    )
    assert (tile(state).owner, tile(state).token) == (owner, token)


def test_example_20_planets_are_scored_once_more_when_a_warlord_ends_it() -> None:
    """Five sectors of which two have two planets bring seven points, the home planet among them."""
    lands = (Sector(10, 2), Sector(11, 2), Sector(12, 1), Sector(13, 1))
    owned = (Sector(s.number, s.planets, owner=2, token=Token.EMPIRE) for s in lands)
    full = (Sector(20 + i, 1, owner=1, token=Token.EMPIRE) for i in range(10))
    state = with_sectors(started(), *owned, *full, Sector(99, 1))
    state = with_player(state, 3, marks=50)  # the last points for marks are somebody else's
    before = state.player(2).vp
    state = play(state, SelectRole(1, Role.WARLORD), Annex(1, 99))
    state = passed(state, 1, 2, 3)
    assert state.step is Step.OVER
    assert len(state.own(2)) == 5
    assert state.player(2).vp - before == 7


def test_example_21_the_last_token_counts_only_when_it_stays() -> None:
    """Five players have nine tokens; eight on the board and one as influence end nothing."""
    held = tuple(Sector(20 + i, 1, owner=1, token=Token.EMPIRE) for i in range(8))
    base = with_sectors(started(5), *held, Sector(TILE, 1))
    others = tuple((seat, (Cubes(0, 2),)) for seat in (2, 3, 4, 5))
    state = regent(base)
    assert tokens_left(state, 1) == 0
    assert state.step is Step.PLACE_INFLUENCE
    stays = placed(state, *others, (1, (Cubes(TILE, 1),)))
    assert stays.step is Step.OVER
    back = placed(state, *others, (1, (Cubes(0, 1),)))
    assert back.step is Step.SELECT
    assert tokens_left(back, 1) == 1


@pytest.mark.parametrize(
    ("ships", "token", "left"),
    [(Force(cruisers=4), Token.NONE, 2), (Force(), Token.STARBASE, 0)],
)
def test_example_8_shields_in_a_battle(ships: Force, token: Token, left: int) -> None:
    """Of two hits and one a fleet takes two; a lone Starbase has no shield and takes all three."""
    state = with_player(started(), 1, dreadnoughts=1, cruisers=1)
    state = with_player(
        state, 2, cruisers=4, technologies=frozenset({Technology.SHIELD_GENERATORS})
    )
    owner = 2 if token is not Token.NONE else None
    state = with_sectors(state, Sector(TILE, 1, owner=owner, token=token))
    state = passed(play(state, SelectRole(1, Role.SCIENTIST)), 1, 2, 3)
    state = passed(play(state, SelectRole(2, Role.WARLORD)), 2, 3)
    state = play(state, Attack(1, 2, Force(cruisers=1, dreadnoughts=1), ships, TILE))
    state = play(state, Fire((6, 6, 1), ()))
    if token is Token.STARBASE:
        assert state.battle is None  # the second hit took the Empire that the first one left
        assert state.player(1).vp == 1
        return
    assert state.battle is not None
    assert state.battle.forces[1].cruisers == 3
    state = play(state, Fire((6, 1), (1,) * 6))
    assert state.battle is not None
    assert state.battle.forces[1].cruisers == left


def test_the_last_role_is_announced_while_it_is_played() -> None:
    """Section 6: the last token on a sector, or an empty pool; influence comes back."""
    full = tuple(Sector(20 + i, 1, owner=1, token=Token.EMPIRE) for i in range(10))
    state = play(with_sectors(started(), *full, Sector(99, 1)), SelectRole(1, Role.WARLORD))
    assert not GAME.view(state, None).ends_after_role
    state = play(state, Annex(1, 99))
    assert GAME.view(state, None).ends_after_role
    assert not GAME.view(passed(state, 1, 2, 3), None).ends_after_role  # it is over


def test_throne_and_technologies_can_be_put_right() -> None:
    """Physical truth wins: a card in the wrong hands, a Throne that was forgotten."""
    state = play(started(), CorrectThrone(3))
    assert state.throne == 3
    state = play(state, CorrectTechnology(1, Technology.ROBOTICS, held=True))
    state = play(state, CorrectTechnology(2, Technology.ROBOTICS, held=True))
    assert [player.has(Technology.ROBOTICS) for player in state.players] == [False, True, False]
    for wrong in (CorrectTechnology(1, Technology.ROBOTICS, held=False), CorrectThrone(7)):
        with pytest.raises(RefusedError):
            play(state, wrong)
