"""The history for other programs: JSON, CSV, and a play for BG Stats."""

import codecs
import csv
import io
import json
from dataclasses import replace
from urllib.parse import unquote

import pytest

from companion.history.export import (
    ADDRESS,
    NotScoredError,
    history_csv,
    history_document,
    play,
    play_link,
    qr_rows,
)
from companion.history.tracked import tracked_game
from tests.history.evenings import a_game, an_evening
from tests.some import there

GAME = a_game({"Ann": 50, "Łucja": 40}, ended_at="2026-11-01T22:10:00+01:00")


def test_json_holds_everything() -> None:
    """Games, players, rivals, dice, camera; and it is JSON."""
    log, header = an_evening()
    tracked = there(tracked_game(header, log.load(header.game_id)))
    document = json.loads(json.dumps(history_document((GAME, tracked))))
    assert document["schema"] == "history/1"
    assert [game["winners"] for game in document["games"]] == [["Ann"], []]
    assert document["games"][1]["vp_by_round"] == [[5, 2], [10, 14]]
    assert document["players"][0]["name"] == "Ann"
    assert document["camera"]["sure_wrong"] == 2
    assert document["dice"][0]["chi_squared"] is None


def test_csv_has_a_line_for_each_player() -> None:
    """Any spreadsheet reads it; a name is never a formula."""
    nasty = a_game({'=HYPERLINK("x")': 3, 'A, "B"': 2})
    rows = read_csv(history_csv((GAME, nasty)))
    assert [row["player"] for row in rows] == ["Ann", "Łucja", '\'=HYPERLINK("x")', 'A, "B"']
    assert (rows[0]["total"], rows[0]["over"], rows[0]["faction"]) == ("50", "yes", "")


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "＝", "＋", "－", "＠", " =", "﹦"])
def test_no_name_is_a_formula_in_a_spreadsheet(first: str) -> None:
    """Full-width signs begin a formula, too; so does a sign after a blank."""
    rows = read_csv(history_csv((a_game({f"{first}1+1": 3, "Bo": 2}),)))
    assert rows[0]["player"] == f"'{first}1+1"


def test_csv_opens_in_a_spreadsheet_of_any_country() -> None:
    """A byte order mark announces UTF-8; where the comma is decimal, a semicolon separates."""
    data = history_csv((GAME,), ";")
    assert data.startswith(codecs.BOM_UTF8)
    assert [row["player"] for row in read_csv(data, ";")] == ["Ann", "Łucja"]


def read_csv(data: bytes, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig")), delimiter=delimiter))


def test_a_play_is_what_bg_stats_reads() -> None:
    """Its own field names, the game's BGG id, UTC, and a winner for everybody."""
    link = play_link(GAME)
    assert link.startswith(ADDRESS)
    assert link.isascii()
    read = json.loads(unquote(link.removeprefix(ADDRESS)))
    assert read == play(GAME)
    assert read["game"]["bggId"] == 132531
    assert read["playDate"] == "2026-11-01 21:10:00"
    assert [(p["name"], p["score"], p["winner"]) for p in read["players"]] == [
        ("Ann", 50, True), ("Łucja", 40, False),
    ]  # fmt: skip


def test_a_play_says_who_began() -> None:
    """The lowest faction, first in timing order (R-5.6); nobody while one is unknown."""
    factions = [replace(each, faction=7 - n) for n, each in enumerate(GAME.players)]
    known, unknown = replace(GAME, players=tuple(factions)), GAME
    assert [each["startPlayer"] for each in play(known)["players"]] == [False, True]  # type: ignore[attr-defined]
    assert [each["startPlayer"] for each in play(unknown)["players"]] == [False, False]  # type: ignore[attr-defined]


def test_a_game_without_totals_is_not_pushed() -> None:
    """Nothing is guessed."""
    log, header = an_evening()
    tracked = there(tracked_game(header, log.load(header.game_id)))
    with pytest.raises(NotScoredError):
        play_link(tracked)


def test_the_code_can_be_read_back() -> None:
    """An independent reader finds the link in the picture, for a full table of long names."""
    import cv2
    import numpy as np

    game = a_game({f"Zażółcona Łucja {n}": 40 + n for n in range(5)})
    rows = qr_rows(play_link(game))
    assert len(rows) == len(rows[0]) <= 4 + 17 + 4 * 40
    dark = np.array(rows, dtype=np.uint8)
    picture = np.pad(255 * (1 - dark), 4, constant_values=255)
    large = picture.repeat(6, axis=0).repeat(6, axis=1)
    text, _, _ = cv2.QRCodeDetectorAruco().detectAndDecode(large)
    assert text == play_link(game)
