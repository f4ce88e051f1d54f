"""Evenings are counted as people would notice them, and two small ones go without a question."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from companion.games.definition import SeenDie
from companion.session.scan_plan import SettledMat
from companion.session.table_port import Picture
from models.evaluation.evening import PATIENCE, Count, Evening, Turn, play, table
from models.evaluation.families import Mats
from tests.rendered import DrawnDie, Rendered, rendered
from vision.mats.layout import Paper, mat_layout
from vision.opening import open_table_reader

TRUTH = [("home", "ship", "ship"), ("genes", "wild", "settle")]
ZONES = {name: [20 + 40 * i, 60, 58 + 40 * i, 190] for i, name in enumerate(("explore", "ship"))}
STRIPS = Mats(
    [
        {"id": f"strip-{seat}", "kind": "strip", "size_mm": [297, 210], "png": "", "zones": ZONES}
        for seat in (1, 2, 3, 4)
    ]
)


def a_mat(*dice: tuple[str, str, str], doubtful: tuple[int, ...] = ()) -> SettledMat:
    seen = tuple(
        SeenDie(kind, face, zone, doubtful=index in doubtful, mark=str(index))
        for index, (kind, face, zone) in enumerate(dice)
    )
    return SettledMat("strip-1", 1, seen, Picture(b"", 0, 0), ())


@pytest.mark.parametrize(
    ("mat", "questions", "silent"),
    [
        (a_mat(*TRUTH), 0, 0),
        (a_mat(*TRUTH, doubtful=(1,)), 1, 0),
        (a_mat(TRUTH[0], ("genes", "wild", "develop")), 0, 1),
        (a_mat(TRUTH[0], ("genes", "settle", "settle"), doubtful=(1,)), 1, 0),
        (a_mat(TRUTH[0]), 1, 0),
        (a_mat(TRUTH[0], ("novelty", "wild", "settle")), 1, 1),
        (None, 1, 0),
    ],
)
def test_what_is_counted(mat: SettledMat | None, questions: int, silent: int) -> None:
    """Doubts and what the rules refuse are questions; a wrong sure die is silent."""
    counted = Count()
    counted.add(TRUTH, mat, 2, "turn 0")
    assert (counted.dice, counted.questions, counted.silent) == (2, questions, silent)
    assert table([counted, counted]).splitlines()[-1].split()[:4] == [
        "all", "4", str(2 * questions), str(2 * silent),
    ]  # fmt: skip


def test_an_evening_follows_from_its_seed() -> None:
    """The same dice and light again; other dice each turn on the same table, in a drifted light."""
    evening, again = Evening(3, 0, STRIPS, 4), Evening(3, 0, STRIPS, 4)
    first, last = evening.scene(0), evening.scene(3)
    assert [d.faces for d in first.dice] == [d.faces for d in again.scene(0).dice]
    assert [d.faces for d in first.dice] != [d.faces for d in last.dice]
    assert (first.background, first.style) == (last.background, last.style)
    assert first.phone.white_balance == last.phone.white_balance
    assert first.light.exposure_ev != last.light.exposure_ev


def test_all_mats_of_an_evening_are_in_view() -> None:
    view, mats = Evening(5, 1, STRIPS).place
    corners = np.concatenate([mat.to_world([[0, 0], [297, 210]]) for mat in mats])
    assert len(mats) == 3
    assert ((view.project(corners) > 0) & (view.project(corners) < (view.width, view.height))).all()


def stored(seed: int) -> Iterator[Turn]:
    """Two turns on a stored mat, the second before a camera that is turned by some degrees."""
    chance = np.random.default_rng(seed)
    for name in ("live", "live_turned_3"):
        picture = rendered(name)
        truth = []
        for die in picture.dice:
            kind, face = die.label.split("/")
            truth.append((kind, face, _zone(picture, die)))
        yield Turn({"strip-1": truth}, _noisy(picture.stored, chance))


def _zone(picture: Rendered, die: DrawnDie) -> str:
    x, y, w = np.linalg.solve(picture.ground, (*die.center_px, 1.0))
    (name,) = (
        name
        for name, rect in mat_layout("strip-1", Paper.A4).zones
        if rect.x0 < x / w < rect.x1 and rect.y0 < y / w < rect.y1
    )
    return name


def _noisy(picture: Any, chance: np.random.Generator) -> Iterator[Any]:
    while True:
        yield np.clip(picture + chance.normal(0, 1.5, picture.shape), 0, 255).astype(np.uint8)


@pytest.mark.slow
def test_two_small_evenings_go_without_a_question() -> None:
    """Of stored pictures: every die is recorded after two frames, sure and right."""
    counts = [play(stored(seed), open_table_reader()) for seed in (1, 2)]
    assert [each.notes for each in counts] == [[], []]
    assert [each.dice for each in counts] == [8, 8]
    assert max(max(each.waited) for each in counts) == 2 < PATIENCE
