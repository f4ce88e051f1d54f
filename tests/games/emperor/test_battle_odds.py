"""Battle odds are exact: sums, hand-worked cases, agreement with simulated battles."""

import random
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.emperor.war.battle_odds import Side, battle_odds
from companion.games.emperor.war.forces import (
    PHASES,
    Arms,
    Force,
    Ship,
    Target,
    Token,
    ready,
    take,
    targets,
    throw_of,
)

forces = st.builds(
    Force,
    fighters=st.integers(0, 8),
    cruisers=st.integers(0, 4),
    dreadnoughts=st.integers(0, 2),
)
arms = st.builds(Arms, plasma=st.booleans(), ion=st.booleans(), shields=st.booleans())


@settings(max_examples=40, deadline=None)
@given(forces, forces, st.sampled_from(Token), arms, arms, st.booleans(), st.booleans())
def test_the_three_ends_add_up_to_one(
    attacker: Force,
    defender: Force,
    token: Token,
    mine: Arms,
    theirs: Arms,
    extra: bool,
    free: bool,
) -> None:
    if not attacker.ships:
        attacker = Force(fighters=1)
    defender = Force(defender.fighters, defender.cruisers, defender.dreadnoughts, token=token)
    odds = battle_odds(
        Side(attacker, mine),
        Side(defender, theirs),
        extra_die=extra,
        free_attack=attacker if free else None,
    )
    assert odds.attacker + odds.defender + odds.neither == pytest.approx(1.0)


def test_one_fighter_against_one_fighter() -> None:
    """Each hits with 1/3 in a phase: 2/9 one side, 2/9 the other, 1/9 both, else again."""
    odds = battle_odds(Side(Force(fighters=1)), Side(Force(fighters=1)))
    assert odds.attacker == pytest.approx(2 / 5)
    assert odds.defender == pytest.approx(2 / 5)
    assert odds.neither == pytest.approx(1 / 5)
    assert (odds.attacker_left, odds.defender_left) == pytest.approx((2 / 5, 2 / 5))
    odds = battle_odds(Side(Force(fighters=1), Arms(plasma=True)), Side(Force(fighters=1)))
    assert (odds.attacker, odds.defender) == pytest.approx((1 / 2, 1 / 4))


def test_a_dreadnought_fires_before_a_fighter_can() -> None:
    """Phase 1 comes first: the fighter survives it with 1/8, then has one die against two hits."""
    odds = battle_odds(Side(Force(dreadnoughts=1)), Side(Force(fighters=1)))
    p, q = 1 / 8, 1 / 3
    undamaged_to_damaged = p * q / (1 - p * (1 - q))
    lost = undamaged_to_damaged * (p * q / (1 - p * (1 - q)))
    assert odds.defender == pytest.approx(lost)
    assert odds.neither == 0


@pytest.mark.parametrize("seed", range(6))
def test_simulated_battles_agree(seed: int) -> None:
    chance = random.Random(seed)
    attacker = Force(chance.randint(1, 6), chance.randint(0, 3), chance.randint(0, 2))
    defender = Force(
        chance.randint(0, 6),
        chance.randint(0, 3),
        chance.randint(0, 2),
        token=chance.choice(list(Token)),
    )
    mine = Arms(plasma=chance.random() < 0.5, shields=chance.random() < 0.5)
    theirs = Arms(ion=chance.random() < 0.5, shields=chance.random() < 0.5)
    games = 3000
    won = sum(_fight(attacker, defender, mine, theirs, chance) for _ in range(games))
    odds = battle_odds(Side(attacker, mine), Side(defender, theirs))
    spread = 4 * (0.25 / games) ** 0.5
    assert won / games == pytest.approx(odds.attacker, abs=spread)


def _fight(
    attacker: Force, defender: Force, mine: Arms, theirs: Arms, chance: random.Random
) -> bool:
    a, d = ready(attacker, mine), ready(defender, theirs)
    while a.alive and d.alive:
        for phase in PHASES:
            if not all(force.alive for force in (a, d)):
                break
            ours = throw_of(a, phase, mine, attacking=True)
            back = throw_of(d, phase, theirs, attacking=False)
            hits = ours.hits(tuple(chance.randint(1, 6) for _ in range(ours.dice)))
            returned = back.hits(tuple(chance.randint(1, 6) for _ in range(back.dice)))
            a, d = take(a, returned), take(d, hits)
    return a.alive


def test_the_extra_die_never_hurts_and_a_free_attack_helps() -> None:
    """Section 4.5: the selector of the Warlord has one more die in each combat round."""
    side, other = Side(Force(3, 1, 1)), Side(Force(2, 2, 0, token=Token.STARBASE))
    plain = battle_odds(side, other)
    assert battle_odds(side, other, extra_die=True).attacker > plain.attacker
    all_jumped = battle_odds(side, other, free_attack=side.force)
    one_jumped = battle_odds(side, other, free_attack=Force(fighters=1))
    assert all_jumped.attacker > one_jumped.attacker > plain.attacker


def test_the_empire_is_safe_while_a_ship_lives() -> None:
    """Section 4.5: hits may go on a Starbase, not on an Empire, while ships are alive."""
    assert Target.EMPIRE not in targets(Force(fighters=1, token=Token.EMPIRE))
    assert Target.STARBASE in targets(Force(fighters=1, token=Token.STARBASE))
    assert targets(Force(token=Token.EMPIRE)) == (Target.EMPIRE,)


def test_example_5_dice_of_each_phase() -> None:
    """A dreadnought and two fighters against a Starbase with a cruiser."""
    rob = Force(fighters=2, dreadnoughts=1)
    joe = Force(cruisers=1, token=Token.EMPIRE)
    assert throw_of(rob, 1, Arms(), attacking=True).dice == 3
    assert throw_of(joe, 2, Arms(), attacking=False).dice == 4
    assert throw_of(rob, 3, Arms(), attacking=True).dice == 2


def test_example_6_the_extra_die_is_the_attackers() -> None:
    assert (
        throw_of(Force(dreadnoughts=1), 1, Arms(), attacking=True, extra=Ship.DREADNOUGHT).dice == 4
    )


def test_example_7_plasma_weapons_hit_one_pip_earlier_in_attack() -> None:
    fleet, values = Force(cruisers=2), (3, 3, 2, 6)
    assert throw_of(fleet, 2, Arms(plasma=True), attacking=True).hits(values) == 3
    assert throw_of(fleet, 2, Arms(), attacking=True).hits(values) == 1
    assert throw_of(fleet, 2, Arms(plasma=True), attacking=False).hits(values) == 1


def test_example_8_shields_take_the_first_hit_on_a_fleet() -> None:
    fleet = ready(Force(fighters=4), Arms(shields=True))
    assert take(take(fleet, 2), 1).fighters == 2
    assert take(ready(Force(cruisers=1), Arms(shields=True)), 1).cruisers == 1
    base = ready(Force(token=Token.STARBASE), Arms(shields=True))
    assert take(base, 2).token is Token.NONE


def test_example_9_ion_cannons_give_tokens_a_die() -> None:
    ion = Arms(ion=True)
    assert throw_of(Force(token=Token.EMPIRE), 2, ion, attacking=False).dice == 3
    fleet = Force(cruisers=2, token=Token.STARBASE)
    assert throw_of(fleet, 2, ion, attacking=False).dice == 8


@pytest.mark.parametrize("phase", PHASES)
def test_the_odds_before_a_die_are_the_mean_of_those_after_it(phase: int) -> None:
    """Section 4.5: a die that is entered counts at once, on either side."""
    mine, theirs = Side(Force(2, 2, 1)), Side(Force(2, 2, 1, token=Token.STARBASE))

    def wins(thrown: tuple[tuple[int, ...], tuple[int, ...]]) -> float:
        return battle_odds(mine, theirs, phase=phase, thrown=thrown).attacker

    for seen in (((), ()), ((6,), ()), ((), (1,)), ((5,), (6,))):
        ours, back = seen
        after_ours = fmean(wins(((*ours, value), back)) for value in range(1, 7))
        after_back = fmean(wins((ours, (*back, value))) for value in range(1, 7))
        assert after_ours == pytest.approx(wins(seen))
        assert after_back == pytest.approx(wins(seen))
    assert wins(((6,), ())) > wins(((1,), ()))
    assert wins(((), (6,))) < wins(((), (1,)))


def test_the_dice_of_a_free_attack_count_before_all_are_thrown() -> None:
    """Ships that jumped through the stargate fire once, and nobody fires back."""
    mine, theirs = Side(Force(2, 2)), Side(Force(2, 1, token=Token.EMPIRE))
    before = battle_odds(mine, theirs, free_attack=mine.force, phase=2).attacker
    after = [
        battle_odds(mine, theirs, free_attack=mine.force, phase=2, thrown=((value,), ())).attacker
        for value in range(1, 7)
    ]
    assert fmean(after) == pytest.approx(before)
