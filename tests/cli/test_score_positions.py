"""``companion score`` against final positions worked out by hand: bonuses, ties, shared victory.

Everybody in the tables of bonuses has faction 9 (costs 0 and 3, no development) and Doomed World
(0), so that 3 + 6 for the 6+ tile + the other tiles + the chips + the bonus is the total.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from companion.cli.main import main

_BONUSES: Final = """
# New Galactic Order: 2 for every 3 red dice or part of that, wherever they are.
new_galactic_order | - | - | 0 | 0 | 9 | 2 * ceil(0/3)
new_galactic_order | - | cup/military | 0 | 2 | 11 | 2 * ceil(1/3)
new_galactic_order | - | citizenry/military*3 citizenry/consumption*3 | 0 | 2 | 11 | 2 * ceil(3/3)
new_galactic_order | - | cup/military*2 strip/military*2 | 0 | 4 | 13 | 2 * ceil(4/3)
new_galactic_order | - | construction/military*6 | 0 | 4 | 13 | 2 * ceil(6/3)
new_galactic_order | - | construction/military*7 | 0 | 6 | 15 | 2 * ceil(7/3)
# Galactic Exchange: kinds of dice, one to seven; a good is a die, too.
galactic_exchange | - | cup/home*5 | 0 | 1 | 10 | 1
galactic_exchange | - | cup/home strip/genes*2 | 0 | 2 | 11 | 2
galactic_exchange | spice_world | cup/home cup/military cup/consumption citizenry/novelty \
    citizenry/rare_elements construction/genes spice_world/alien_technology | 0 | 7 | 18 | 7
# Galactic Federation: a third of what the developments cost, itself included; no worlds.
galactic_federation | - | - | 0 | 2 | 11 | ceil(6/3)
galactic_federation | public_works | - | 0 | 3 | 13 | ceil(7/3)
galactic_federation | space_tourism comet_zone | - | 0 | 3 | 18 | ceil(9/3)
galactic_federation | conscription | - | 0 | 4 | 17 | ceil(10/3)
# Galactic Bankers: one for each development.
galactic_bankers | - | - | 0 | 1 | 10 | 1
galactic_bankers | public_works spice_world | - | 0 | 2 | 14 | 2
galactic_bankers | public_works mining_league | - | 0 | 3 | 19 | 3
# Free Trade Association: half of what the Novelty worlds cost.
free_trade_association | - | - | 0 | 0 | 9 | ceil(0/2)
free_trade_association | secluded_world comet_zone | - | 0 | 1 | 14 | ceil(1/2)
free_trade_association | spice_world | - | 0 | 1 | 12 | ceil(2/2)
free_trade_association | secluded_world spice_world | - | 0 | 2 | 14 | ceil(3/2)
free_trade_association | spice_world gem_world | - | 0 | 2 | 15 | ceil(4/2)
# Mining League: two for each Rare Elements world, whatever it costs.
mining_league | - | - | 0 | 0 | 9 | 2 * 0
mining_league | armaments_world spice_world | - | 0 | 2 | 17 | 2 * 1
mining_league | asteroid_belt comet_zone | - | 0 | 4 | 18 | 2 * 2
# Galactic Renaissance: 1, 3, 6, 10 .. VP in chips; D-7: on behind 55.
galactic_renaissance | - | - | 0 | 0 | 9 | 0 <= 0
galactic_renaissance | - | - | 1 | 1 | 11 | 1 <= 1
galactic_renaissance | - | - | 2 | 1 | 12 | 1 <= 2
galactic_renaissance | - | - | 3 | 2 | 14 | 1+2 <= 3
galactic_renaissance | - | - | 5 | 2 | 16 | 1+2 <= 5
galactic_renaissance | - | - | 6 | 3 | 18 | 1+2+3 <= 6
galactic_renaissance | - | - | 10 | 4 | 23 | 1+2+3+4 <= 10
galactic_renaissance | - | - | 14 | 4 | 27 | 1+2+3+4 <= 14
galactic_renaissance | - | - | 15 | 5 | 29 | 1+2+...+5 <= 15
galactic_renaissance | - | - | 54 | 9 | 72 | 1+2+...+9 <= 54
galactic_renaissance | - | - | 55 | 10 | 74 | 1+2+...+10 <= 55
galactic_renaissance | - | - | 66 | 11 | 86 | 1+2+...+11 <= 66
# New Economy: one for each development without a Reassign power, itself and instant ones too.
new_economy | - | - | 0 | 1 | 10 | 1
new_economy | local_subsidies backup_planning | - | 0 | 1 | 13 | 1
new_economy | space_marines public_works | - | 0 | 3 | 16 | 3
# Galactic Reserves: one for each good that lies on a world.
galactic_reserves | - | cup/home*4 | 0 | 0 | 9 | 0
galactic_reserves | spice_world | spice_world/home | 0 | 1 | 12 | 1
galactic_reserves | spice_world comet_zone | \
    spice_world/home spice_world/genes comet_zone/genes | 0 | 3 | 17 | 3
# System Diversification: half of what the Reassign tiles cost, itself included.
system_diversification | - | - | 0 | 3 | 12 | ceil(6/2)
system_diversification | diversification | - | 0 | 4 | 14 | ceil(7/2)
system_diversification | local_subsidies | - | 0 | 4 | 15 | ceil(8/2)
system_diversification | galactic_influence | - | 0 | 5 | 17 | ceil(9/2)
system_diversification | public_works conscription | - | 0 | 3 | 17 | ceil(6/2)
"""
"""The 6+ tile, other tiles, dice by place (a good by its world), VP in chips; bonus, total, why."""

BONUSES: Final = tuple(
    tuple(cell.strip() for cell in line.split(" | "))
    for line in _BONUSES.strip().splitlines()
    if not line.startswith("#")
)


def dice_of(words: str) -> dict[str, Any]:
    """Return the dice of a file: ``cup/military*2 spice_world/genes``."""
    dice: dict[str, Any] = {"goods": []}
    for place, die in (word.split("/") for word in words.split() if word != "-"):
        kind, _, count = die.partition("*")
        if place in ("cup", "citizenry", "strip", "construction"):
            dice.setdefault(place, {})[kind] = int(count or 1)
        else:
            dice["goods"].append({"world": place, "die": kind})
    return dice


def player(name: str, **what: Any) -> dict[str, Any]:
    start = {"name": name, "vp_chips": 0, "credits": 1, "faction": 9, "home_world": "doomed_world"}
    return start | {"tiles": [], "dice": {}} | what


def score(tmp_path: Path, capsys: pytest.CaptureFixture[str], *players: dict[str, Any]) -> Any:
    path = tmp_path / "final.json"
    path.write_text(json.dumps({"schema": "roll-final/1", "players": players}), "utf-8")
    assert main(["score", str(path), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("row", BONUSES, ids=" | ".join)
def test_bonuses(tmp_path: Path, capsys: pytest.CaptureFixture[str], row: tuple[str, ...]) -> None:
    """R-11.1, R-11.2, R-11.3, D-7: every 6+ bonus just before and after it grows."""
    tile, others, dice, chips, bonus, total, why = row
    tiles = [tile, *others.strip("-").split()]
    ann = player("Ann", tiles=tiles, dice=dice_of(dice), vp_chips=int(chips))
    bob = player("Bob", faction=1, home_world="new_sparta")
    scored = score(tmp_path, capsys, ann, bob)["players"][0]
    by_tile = {each["tile"]: each for each in scored["bonuses"]}
    assert (by_tile[tile]["vp"], by_tile[tile]["why"]) == (int(bonus), why)
    # Mining League is the only other 6+ tile above; it has no Rare Elements world there.
    sums = scored["total"], sum(each["vp"] for each in scored["bonuses"])
    assert sums == (int(total), int(bonus))


def test_every_bonus_is_there() -> None:
    """R-11.1: ten tiles, each at two places or more."""
    tiles = [case[0] for case in BONUSES]
    assert len(set(tiles)) == 10
    assert min(tiles.count(tile) for tile in set(tiles)) >= 3


# Ann: Galactic Reserves 6 + Mining League 6 + Comet Zone 3 + Asteroid Belt 2 + faction 8 (2 + 1)
#      + Alpha Centauri 1 = 21; three goods: 3; four Rare Elements worlds: 8; 9 chips: 41.
ANN = player(
    "Ann",
    vp_chips=9,
    credits=2,
    faction=8,
    home_world="alpha_centauri",
    tiles=["galactic_reserves", "mining_league", "comet_zone", "asteroid_belt"],
    dice={
        "cup": {"home": 2},
        "citizenry": {"home": 3},
        "goods": [
            {"world": "comet_zone", "die": "rare_elements"},
            {"world": "comet_zone", "die": "home"},
            {"world": "alpha_centauri", "die": "home"},
        ],
    },
)
# Bob: New Galactic Order 6 + Space Marines 3 + Outlaw World 2 + faction 1 (0 + 2) + New Sparta 2
#      = 15; seven red dice: 6; 20 chips: 41.
BOB = player(
    "Bob",
    vp_chips=20,
    credits=1,
    faction=1,
    home_world="new_sparta",
    tiles=["new_galactic_order", "space_marines", "outlaw_world"],
    dice={
        "cup": {"military": 3},
        "citizenry": {"military": 3},
        "strip": {"home": 2},
        "construction": {"military": 1, "home": 3},
    },
)
# Cid: Galactic Federation 6 + Public Works 1 + faction 4 (2 + 3) + Old Earth 3 = 15;
#      a third of 9: 3; 22 chips: 40.
CID = player(
    "Cid",
    vp_chips=22,
    credits=10,
    faction=4,
    home_world="old_earth",
    tiles=["galactic_federation", "public_works"],
    dice={"cup": {"home": 12}},
)


def standing(result: Any) -> list[tuple[str, int, int, int]]:
    return [(p["name"], p["total"], p["tiebreak"], p["rank"]) for p in result["players"]]


def test_a_shared_victory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """R-11.5: Ann has two dice and $2, Bob three and $1; Cid's 22 help nobody with a point less."""
    result = score(tmp_path, capsys, CID, ANN, BOB)
    assert standing(result) == [("Cid", 40, 22, 3), ("Ann", 41, 4, 1), ("Bob", 41, 4, 1)]
    assert result["winners"] == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("change", "winner"),
    [
        ({"credits": 3}, "Ann"),
        ({"dice": ANN["dice"] | {"cup": {"home": 3}}}, "Ann"),
        ({"credits": 1}, "Bob"),
        ({"dice": ANN["dice"] | {"cup": {"home": 1}}}, "Bob"),
    ],
)
def test_a_broken_tie(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], winner: str
) -> None:
    """R-11.5, FAQ (pl, hu) 23: one credit or one die of the cup decides; other dice do not."""
    result = score(tmp_path, capsys, ANN | change, BOB)
    assert [each["total"] for each in result["players"]] == [41, 41]
    assert result["winners"] == [winner]


def test_points_come_before_the_tie_break(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """R-11.5: with one chip more Bob wins, however full the other cups are."""
    result = score(tmp_path, capsys, ANN | {"credits": 10}, BOB | {"vp_chips": 21}, CID)
    assert result["winners"] == ["Bob"]
    assert [each["rank"] for each in result["players"]] == [2, 1, 3]


def test_the_command_itself(tmp_path: Path) -> None:
    """R-11.1: as a program of its own: the same result, the winners named for people."""
    path = tmp_path / "final.json"
    document = {"schema": "roll-final/1", "players": [ANN, BOB, CID]}
    path.write_text(json.dumps(document), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "companion", "score", str(path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ann: 41 VP" in done.stdout
    assert done.stdout.endswith("Shared victory: Ann, Bob.\n")
