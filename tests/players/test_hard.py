"""The hard player plays by the rules with any network, and without one somebody else plays."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.app.computer_players import makers
from companion.catalog import load_roll_catalog
from companion.cli.main import main
from companion.games.roll.model.dice import PHASES, Phase
from companion.games.roll.model.state import GameState, holdings, tracking
from companion.games.roll.phases.explore import Scout
from companion.games.roll.phases.round import FinishPhase
from companion.games.roll.rules.lookup import Rules
from companion.players.errors import PlayerNetworkError
from companion.players.features import NAMES, OWN, advanced, own, position
from companion.players.greedy_policy import GreedyPolicy
from companion.players.lookahead_policy import LookaheadPolicy
from companion.players.moves import moves
from companion.players.observation import observe
from companion.players.seeded_random import SeededRandom
from companion.players.value_network import ValueNetwork, load
from companion.players.win_probability import win_chances
from companion.simulation.playing import game_rng, play
from tests.games.roll.tracked_table import a_game

RULES = Rules(load_roll_catalog())


def _network(players: int = 2) -> ValueNetwork:
    """One that likes points and tiles."""
    chance = np.random.default_rng(1)
    straight = np.zeros(len(NAMES), dtype=np.float32)
    straight[:4] = 1.0
    hidden = 0.1 * chance.standard_normal((len(NAMES), 4)).astype(np.float32)
    return ValueNetwork(players, hidden, np.zeros(4, np.float32), np.ones(4, np.float32), straight)


@pytest.mark.parametrize("players", [2, 3])
def test_it_plays_by_the_rules(players: int) -> None:
    """No command of a whole game is refused."""
    policies = {1: LookaheadPolicy(RULES, _network(players))}
    others = {seat: GreedyPolicy(RULES) for seat in range(2, players + 1)}
    played = play(RULES, players, game_rng(6, players, 1), policies={**policies, **others})
    assert played.violations == []


def test_it_may_leave_its_stacks_while_somebody_still_has_to_draw() -> None:
    """Explore is not over then; the rest of it is not the player's to decide."""
    table = a_game(1, 2, 3).reveal(p1=Phase.EXPLORE, p2=Phase.SETTLE, p3=Phase.SETTLE)
    able, drawing = ("advanced_logistics",), ("alien_research_team",)
    for seat, more in ((1, able), (2, drawing)):
        held = holdings(table.state, seat)
        table.hold(seat, columns=((), *held.columns[1:]), tableau=(*held.tableau, *more))
    seen = observe(table.state, 1)
    possible = tuple(moves(RULES, seen.state, 1))
    assert LookaheadPolicy(RULES, _network(3)).decide(seen, possible) in (*possible, FinishPhase())


def test_it_plays_on_where_the_bag_is_empty_and_others_return_tiles() -> None:
    """Whoever has a full zone gives a tile back, itself too; then it draws the rest (R-6.5)."""
    table = a_game(1, 2, 3).reveal(p1=Phase.EXPLORE, p2=Phase.SETTLE, p3=Phase.SETTLE)
    box = tracking(table.state)
    zones = {seat: box.bag[5 * seat : 5 * seat + 5] for seat in (1, 2, 3)}
    for seat, tiles in zones.items():
        table.hold(seat, developments=tiles)
    taken = {tile for tiles in zones.values() for tile in tiles}
    last = tuple(tile for tile in box.bag if tile not in taken)[:1]
    table.state = replace(table.state, tracking=replace(box, bag=last))
    seen = observe(table.state, 1)
    scouts = [each for each in moves(RULES, seen.state, 1) if isinstance(each, Scout)]
    chosen = LookaheadPolicy(RULES, _network(3)).rated_moves(seen.state, 1, scouts)
    assert len(chosen) == len(scouts) > 1


def test_a_network_survives_being_written() -> None:
    """The file gives the same chances, which add up to 1."""
    state = _begun()
    rows = [position(RULES, observe(state, seat).state, seat) for seat in state.seats]
    once = _network().chances(rows)
    assert load(_network().content(), 2).chances(rows) == once
    assert [sum(chances) for chances in once] == pytest.approx([1.0, 1.0])


def test_what_does_not_fit_is_refused() -> None:
    """Damaged bytes, another number of players, numbers that are none."""
    content = _network().content()
    for wrong in (b"", b"PK\x03\x04", content[:500]):
        with pytest.raises(PlayerNetworkError, match="damaged"):
            load(wrong, 2)
    with pytest.raises(PlayerNetworkError, match="for 2 players"):
        load(content, 3)
    broken = _network()
    broken._straight[0] = np.nan
    with pytest.raises(PlayerNetworkError, match="damaged"):
        load(broken.content(), 2)


@pytest.mark.parametrize("damage", ["missing", "no_entry", "bytes", "players"])
def test_without_its_network_a_named_level_plays(tmp_path: Path, damage: str) -> None:
    """A sentence says why and who plays instead; the game goes on."""
    content = _network(3 if damage == "players" else 2).content()
    entry = {"file": "players_2.npz", "sha256": hashlib.sha256(content).hexdigest()}
    if damage != "missing":
        models = {} if damage == "no_entry" else {"players_2": entry}
        manifest = {"schema": "models/1", "models": models}
        (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    (tmp_path / "players_2.npz").write_bytes(content + b"x" * (damage == "bytes"))
    told: list[str] = []
    found = makers(["hard", "easy"], 2, told.append, tmp_path)
    assert len(told) == 1
    assert "normal plays instead of hard" in told[0]
    policies = {seat + 1: make(RULES, SeededRandom(f"{seat}")) for seat, make in enumerate(found)}
    assert isinstance(policies[1], GreedyPolicy)
    assert play(RULES, 2, game_rng(6, 2, 1), policies=policies).violations == []


def test_a_good_network_is_used(tmp_path: Path) -> None:
    """Nothing is said then."""
    content = _network().content()
    entry = {"file": "players_2.npz", "sha256": hashlib.sha256(content).hexdigest()}
    manifest = {"schema": "models/1", "models": {"players_2": entry}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    (tmp_path / "players_2.npz").write_bytes(content)
    (make,) = makers(["hard"], 2, lambda sentence: pytest.fail(sentence), tmp_path)
    assert isinstance(make(RULES, SeededRandom("")), LookaheadPolicy)


def test_features_do_not_know_what_no_table_has_named() -> None:
    """Another player's open tiles may be named or not: the rows stay the same."""
    state = _begun()
    seen = observe(state, 1).state
    other = seen.empire(2)
    assert other.holdings is not None
    unnamed = replace(other.holdings, developments=(0,), worlds=(0,))
    hidden = seen.with_empire(replace(other, holdings=unnamed))
    assert position(RULES, hidden, 1) == position(RULES, seen, 1)
    assert all(len(row) == len(NAMES) for row in position(RULES, seen, 1))


def test_chances_to_win_are_public() -> None:
    """They add up to 1, do not depend on what is hidden, and end with who won."""
    found: list[GameState] = []
    play(RULES, 3, game_rng(6, 3, 0), lambda _, __, state: found.append(state))
    network = _network(3)
    for state in found[1:-1:40]:
        chances = win_chances(RULES, network, state)
        assert sum(chances) == pytest.approx(1)
        for seat in state.seats:
            hidden = observe(state, seat).state
            assert win_chances(RULES, network, hidden) == chances
    scores = {score.seat: score.rank for score in tracking(found[-1]).scores}
    winners = [seat for seat, rank in scores.items() if rank == 1]
    certain = win_chances(RULES, network, found[-1])
    assert [
        seat for seat, chance in zip(found[-1].seats, certain, strict=True) if chance
    ] == winners


def test_an_average_round_moves_things_on() -> None:
    """Dice stay the same number, nothing becomes negative."""
    row = own(RULES, _begun(), 1, known=False)
    assert len(row) == len(OWN)
    after = advanced(row, PHASES)
    assert min(after) >= 0
    assert after[OWN.index("tiles_vp")] > row[OWN.index("tiles_vp")]


def _begun() -> GameState:
    found: list[GameState] = []
    play(RULES, 2, game_rng(6, 2, 0), lambda _, __, state: found.append(state))
    return found[0]


def test_unknown_policies_are_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    """The message names those that there are."""
    for names in ("hard,clever", "normal", "normal,"):
        arguments = ["simulate", "--policies", names, "--games", "1", "--seed", "1"]
        assert main(arguments) == 2
    assert "random, easy, normal, hard" in capsys.readouterr().err


def test_policies_and_players_must_agree(capsys: pytest.CaptureFixture[str]) -> None:
    """Their number is that of the players."""
    arguments = ["simulate", "--policies", "normal,easy", "--games", "1", "--seed", "1"]
    assert main([*arguments, "--players", "3"]) == 2
    assert main(["simulate", "--games", "1", "--seed", "1"]) == 2
    assert "policies" in capsys.readouterr().err


def test_a_contest_has_the_form_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    """Beside the usual keys those of policies, in the order given."""
    arguments = ["simulate", "--policies", "normal,random", "--games", "2", "--seed", "3"]
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found)[-6:] == [
        *("policies", "wins", "win_shares", "standard_error", "mean_scores", "decision_ms"),
    ]
    assert found["policies"] == ["normal", "random"]
    assert sum(found["wins"]) == 2
    assert set(found["decision_ms"]) == {"median", "p95"}
