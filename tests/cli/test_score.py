"""``companion score``: the contract's form, and every refusal with its place and code."""

import copy
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main

Result = tuple[int, dict[str, Any], str]
Score = Callable[..., Result]

ANN: dict[str, Any] = {
    "name": "Ann",
    "vp_chips": 12,
    "credits": 3,
    "faction": 4,
    "home_world": "doomed_world",
    "tiles": [
        *("galactic_federation", "galactic_investors", "spice_world"),
        *("comet_zone", "information_hub"),
    ],
    "dice": {
        "cup": {"home": 3},
        "citizenry": {"home": 1},
        "strip": {},
        "construction": {"military": 2},
        "goods": [{"world": "spice_world", "die": "genes"}],
    },
}
BOB: dict[str, Any] = {
    "name": "Bob",
    "vp_chips": 0,
    "credits": 1,
    "faction": 1,
    "home_world": "old_earth",
    "tiles": ["space_marines"],
}


def _final(*players: dict[str, Any]) -> dict[str, Any]:
    return {"schema": "roll-final/1", "players": [copy.deepcopy(player) for player in players]}


@pytest.fixture
def score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Score:
    """Writes a document or bytes to a file, scores it with --json and returns what came of it."""

    def run(document: object, *options: str) -> Result:
        path = tmp_path / "final.json"
        data = document if isinstance(document, bytes) else json.dumps(document).encode()
        path.write_bytes(data)
        status = main(["score", str(path), "--json", *options])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return status, json.loads(out), err

    return run


def _refused(result: Result) -> dict[str, str]:
    status, out, err = result
    assert status == 1
    error: dict[str, str] = out["error"]
    assert set(error) == {"code", "message", "hint"}
    assert error["message"] in err
    return error


# --- results -------------------------------------------------------------------------------------


def test_the_contracts_example_has_the_contracts_result(score: Score) -> None:
    """12 chips + 24 for tiles (faction and home world included) + ceil(13/3) = 41."""
    status, out, err = score(_final(ANN))
    assert (status, err) == (0, "")
    assert out == {
        "schema": "roll-score/1",
        "players": [
            {
                "name": "Ann",
                "total": 41,
                "vp_chips": 12,
                "tiles": 24,
                "bonuses": [{"tile": "galactic_federation", "vp": 5, "why": "ceil(13/3)"}],
                "tiebreak": 6,
                "rank": 1,
            }
        ],
        "winners": ["Ann"],
    }


def test_players_stay_in_the_order_of_the_file(score: Score) -> None:
    """Ranks say who was better."""
    _, out, _ = score(_final(BOB, ANN))
    assert [(p["name"], p["rank"]) for p in out["players"]] == [("Bob", 2), ("Ann", 1)]
    assert out["winners"] == ["Ann"]


def test_dice_and_their_places_may_be_left_out(score: Score) -> None:
    """None are there then; Bob's cup is empty and his tie-break is his credit."""
    _, out, _ = score(_final(BOB, ANN | {"dice": {"cup": {"home": 3}}}))
    assert [player["tiebreak"] for player in out["players"]] == [1, 6]


def test_names_keep_their_letters(score: Score) -> None:
    """Any alphabet; spaces around the name are dropped."""
    _, out, _ = score(_final(BOB | {"name": "  Zażółć Őszi 猫 "}))
    assert out["winners"] == ["Zażółć Őszi 猫"]


def test_a_byte_order_mark_is_no_fault(score: Score) -> None:
    """Some editors write one."""
    status, _, _ = score(b"\xef\xbb\xbf" + json.dumps(_final(BOB)).encode())
    assert status == 0


def test_the_file_may_come_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A dash reads it."""
    stdin = io.TextIOWrapper(io.BytesIO(json.dumps(_final(ANN)).encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert main(["score", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["winners"] == ["Ann"]


def test_the_text_explains_every_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The best first; each tile with its cost, each bonus with its sum, the tie-break's parts."""
    path = tmp_path / "final.json"
    path.write_text(json.dumps(_final(BOB, ANN)), "utf-8")
    assert main(["score", str(path)]) == 0
    text = capsys.readouterr().out
    lines = [line.split() for line in text.splitlines()]
    assert text.index("1. Ann: 41 VP") < text.index("2. Bob: 8 VP")
    assert ["VP", "chips", "12"] in lines
    assert ["cost", "of", "8", "tiles", "24"] in lines
    assert ["Wormhole", "Station", "(world)", "3"] in lines
    assert "ceil(13/3): A third of the cost of all your developments" in text
    assert "3 dice in the cup + $3" in text
    assert text.endswith("Winner: Ann.\n")


@pytest.mark.parametrize(
    ("bobs_credits", "ending"),
    [(1, "Shared victory: Ann, Bob."), (2, "Winner: Bob, by the tie-break.")],
)
def test_the_text_says_how_a_tie_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bobs_credits: int, ending: str
) -> None:
    """Shared, or broken by dice and credits (R-11.5)."""
    same = {"faction": 3, "home_world": "new_sparta", "tiles": ["public_works", "spice_world"]}
    ann = BOB | same | {"name": "Ann"}
    bob = BOB | {"credits": bobs_credits}
    path = tmp_path / "final.json"
    path.write_text(json.dumps(_final(ann, bob)), "utf-8")
    assert main(["score", str(path)]) == 0
    assert capsys.readouterr().out.endswith(ending + "\n")


# --- refusals: the file --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not_json"),
        (b"not json", "not_json"),
        (b'{"schema": "roll-final/1", "players": [}', "not_json"),
        (b'{"schema": "roll-final/1"} {}', "not_json"),
        (b'{"vp_chips": ' + b"9" * 5000 + b"}", "not_json"),
        (b"\xff\xfe{\x00}\x00", "not_utf8"),
        (b'{"name": "\xe9"}', "not_utf8"),
        (b"[" * 100_000, "too_deep"),
        (b'{"a":' * 100_000, "too_deep"),
        (b'{"schema": 1, "schema": 1}', "duplicate_key"),
        (b'{"credits": NaN}', "not_a_number"),
        (b'{"credits": -Infinity}', "not_a_number"),
    ],
)
def test_what_is_no_document_is_refused(score: Score, data: bytes, code: str) -> None:
    """Each with its own stable code."""
    assert _refused(score(data))["code"] == code


def test_brackets_in_names_are_no_nesting(score: Score) -> None:
    """Only those outside of strings count, escaped quotes or not."""
    status, out, _ = score(_final(BOB | {"name": '\\"' + "[" * 50}))
    assert (status, out["winners"]) == (0, ['\\"' + "[" * 50])


def test_a_file_of_100_megabytes_is_refused_unread(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its size is asked for, the file is never opened."""
    path = tmp_path / "huge.json"
    with path.open("wb") as stream:
        stream.truncate(100 * 1024 * 1024)

    def no_open(*_: object, **__: object) -> None:
        raise AssertionError("the file was opened")

    monkeypatch.setattr(Path, "open", no_open)
    assert main(["score", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "score_file_too_big"


def test_an_endless_stream_is_refused_after_the_limit(capsys: pytest.CaptureFixture[str]) -> None:
    """Devices have no size; no more than the limit is read."""
    assert main(["score", "/dev/zero", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "score_file_too_big"


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_a_file_that_cannot_be_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Missing, or a folder."""
    assert main(["score", str(tmp_path / name), "--json"]) == 1
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["code"] == "score_file_unreadable"
    assert str(tmp_path) in error["message"]


def test_without_json_an_error_is_one_line_on_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing on standard output."""
    assert main(["score", str(tmp_path / "missing.json")]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1


# --- refusals: the form --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("document", "code", "place"),
    [
        ([], "wrong_type", "the document"),
        (None, "wrong_type", "the document"),
        ({"players": []}, "missing_field", "schema"),
        ({"schema": "roll-final/2", "players": []}, "wrong_schema", "schema"),
        ({"schema": 1, "players": []}, "wrong_schema", "schema"),
        ({"schema": "roll-final/1"}, "missing_field", "players"),
        (_final(BOB) | {"round": 12}, "unknown_key", "round"),
        (_final() | {"players": {}}, "wrong_type", "players"),
        (_final() | {"players": [None]}, "wrong_type", "players[0]"),
        (_final(), "player_count", "players"),
        (_final(*[BOB] * 6), "player_count", "players"),
    ],
)
def test_a_document_of_another_form_is_refused(
    score: Score, document: object, code: str, place: str
) -> None:
    """Code and place of the first fault."""
    error = _refused(score(document))
    assert error["code"] == code
    assert error["message"].startswith(place)


@pytest.mark.parametrize("field", ["name", "vp_chips", "credits", "faction", "home_world", "tiles"])
def test_a_missing_field_is_named_with_what_belongs_there(score: Score, field: str) -> None:
    """Of the second player, so that the place is told apart."""
    document = _final(ANN, BOB)
    del document["players"][1][field]
    error = _refused(score(document))
    assert error["code"] == "missing_field"
    assert error["message"].startswith(f"players[1].{field}: this field is missing; expected ")


def _goods(*goods: str) -> dict[str, object]:
    """A development and a novelty world, with goods such as ``gem_world/home`` somewhere."""
    pairs = (each.split("/") for each in goods)
    lying = [{"world": world, "die": die} for world, die in pairs]
    return {"tiles": ["space_marines", "gem_world"], "dice": {"goods": lying}}


BAD_PLAYERS: list[tuple[dict[str, object], str, str]] = [
    ({"name": ""}, "bad_name", "name"),
    ({"name": "   "}, "bad_name", "name"),
    ({"name": "a\nb"}, "bad_name", "name"),
    ({"name": "\ud800"}, "bad_name", "name"),
    ({"name": "x" * 61}, "bad_name", "name"),
    ({"name": 7}, "wrong_type", "name"),
    ({"name": "ann"}, "name_twice", "name"),
    ({"name": " Ann "}, "name_twice", "name"),
    ({"vp_chips": -1}, "out_of_range", "vp_chips"),
    ({"vp_chips": 1000}, "out_of_range", "vp_chips"),
    ({"vp_chips": 1.0}, "wrong_type", "vp_chips"),
    ({"vp_chips": "12"}, "wrong_type", "vp_chips"),
    ({"vp_chips": True}, "wrong_type", "vp_chips"),
    ({"vp_chips": None}, "wrong_type", "vp_chips"),
    ({"vp_chips": 10**400}, "out_of_range", "vp_chips"),
    ({"credits": -1}, "out_of_range", "credits"),
    ({"credits": 11}, "out_of_range", "credits"),
    ({"credits": [3]}, "wrong_type", "credits"),
    ({"faction": 0}, "out_of_range", "faction"),
    ({"faction": 10}, "out_of_range", "faction"),
    ({"faction": "4"}, "wrong_type", "faction"),
    ({"faction": 4}, "faction_twice", "faction"),
    ({"home_world": "doomed_world"}, "home_world_twice", "home_world"),
    ({"home_world": "spice_world"}, "unknown_home_world", "home_world"),
    ({"home_world": 9}, "wrong_type", "home_world"),
    ({"tiles": {}}, "wrong_type", "tiles"),
    ({"tiles": "spice_world"}, "wrong_type", "tiles"),
    ({"dice": []}, "wrong_type", "dice"),
    ({"tiles": ["nowhere"]}, "unknown_tile", "tiles[0]"),
    ({"tiles": ["Space Marines"]}, "unknown_tile", "tiles[0]"),
    ({"tiles": [None]}, "wrong_type", "tiles[0]"),
    ({"tiles": ["space_piracy"]}, "start_tile", "tiles[0]"),
    ({"tiles": ["alpha_centauri"]}, "start_tile", "tiles[0]"),
    ({"tiles": ["gem_world", "gem_world"]}, "tile_twice", "tiles[1]"),
    ({"tiles": ["gem_world", "conscription"]}, "tile_both_sides", "tiles[1]"),
    ({"tiles": ["gem_world", "spice_world"]}, "tile_two_owners", "tiles[1]"),
    ({"tiles": ["alien_research_ship"]}, "tile_two_owners", "tiles[0]"),
    ({"dice": {"bag": {}}}, "unknown_key", "dice.bag"),
    ({"dice": {"cup": {"white": 1}}}, "unknown_key", "dice.cup.white"),
    ({"dice": {"cup": [1]}}, "wrong_type", "dice.cup"),
    ({"dice": {"cup": {"home": -1}}}, "out_of_range", "dice.cup.home"),
    ({"dice": {"cup": {"home": 1.5}}}, "wrong_type", "dice.cup.home"),
    ({"dice": {"goods": {}}}, "wrong_type", "dice.goods"),
    ({"dice": {"goods": [{}]}}, "missing_field", "dice.goods[0].world"),
    ({"dice": {"goods": [{"world": "gem_world"}]}}, "missing_field", "dice.goods[0].die"),
    (
        {"dice": {"goods": [{"world": "gem_world", "die": "home", "face": "ship"}]}},
        "unknown_key",
        "dice.goods[0].face",
    ),
    (_goods("gem_world/white"), "wrong_type", "dice.goods[0].die"),
    (_goods("comet_zone/home"), "good_without_world", "dice.goods[0].world"),
    (_goods("space_marines/home"), "good_without_world", "dice.goods[0].world"),
    (_goods("old_earth/home"), "good_on_gray", "dice.goods[0].world"),
    (_goods("gem_world/home", "gem_world/home"), "too_many_goods", "dice.goods"),
]


@pytest.mark.parametrize(("changes", "code", "place"), BAD_PLAYERS)
def test_what_is_wrong_with_a_player_is_named_with_its_place(
    score: Score, changes: dict[str, object], code: str, place: str
) -> None:
    """Every field, each way in which it can be wrong, alone and beside the first player."""
    error = _refused(score(_final(ANN, BOB | changes)))
    assert error["code"] == code
    assert error["message"].startswith(f"players[1].{place}: ")


def test_a_misspelt_tile_is_guessed(score: Score) -> None:
    """The nearest key is offered."""
    error = _refused(score(_final(BOB | {"tiles": ["galactic_federatoin"]})))
    assert "did you mean galactic_federation?" in error["message"]


def test_two_owners_are_told_where_the_first_one_is(score: Score) -> None:
    """With the side that lies there."""
    error = _refused(score(_final(ANN, BOB | {"tiles": ["alien_research_ship"]})))
    assert "the same tile as spice_world at players[0].tiles[2]" in error["message"]


@pytest.mark.parametrize(("count", "status"), [(2, 0), (3, 1)])
def test_galactic_reserves_allow_two_goods_a_world(score: Score, count: int, status: int) -> None:
    """And no third one (R-8.1)."""
    goods = [{"world": "gem_world", "die": "home"}] * count
    bob = BOB | {"tiles": ["galactic_reserves", "gem_world"], "dice": {"goods": goods}}
    result = score(_final(bob))
    assert result[0] == status
    if status:
        assert _refused(result)["code"] == "too_many_goods"
    else:
        assert result[1]["players"][0]["bonuses"][0] == {
            "tile": "galactic_reserves",
            "vp": 2,
            "why": "2",
        }


@pytest.mark.parametrize(
    ("anns", "bobs", "status"), [(24, 1, 0), (25, 1, 1), (0, 26, 1), (13, 13, 1)]
)
def test_no_more_than_25_white_dice_over_all_players(
    score: Score, anns: int, bobs: int, status: int
) -> None:
    """R-1.1, wherever they lie."""
    ann = ANN | {"dice": {"cup": {"home": anns}}}
    bob = BOB | {"dice": {"citizenry": {"home": bobs}}}
    result = score(_final(ann, bob))
    assert result[0] == status
    if status:
        error = _refused(result)
        assert error["code"] == "too_many_dice"
        assert "26 white (home) dice in total; the box has 25" in error["message"]


def test_dice_must_be_given_where_a_bonus_counts_them(score: Score) -> None:
    """Nothing is scored as zero in silence; an empty object says that there are none."""
    bob = BOB | {"tiles": ["new_galactic_order"]}
    error = _refused(score(_final(bob)))
    assert error["code"] == "missing_field"
    assert error["message"].startswith("players[0].dice: ")
    assert score(_final(bob | {"dice": {}}))[0] == 0


def test_wrong_usage_has_its_own_status(capsys: pytest.CaptureFixture[str]) -> None:
    """No file: status 2."""
    assert main(["score"]) == 2
    assert "FILE" in capsys.readouterr().err
