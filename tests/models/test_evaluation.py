"""Labels of the evaluation pictures follow from geometry; the score counts as it says."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.core.doubts import Doubt, packed, unpacked
from calibration.core.profile import CameraSeen
from models.evaluation import arrange, shapes
from models.evaluation.camera import MARGIN, Camera, Phone, compress, develop
from models.evaluation.doubts import open_reader, scored
from models.evaluation.families import FAMILIES, Job, Mats, plan, scene_of
from models.evaluation.glyphs import FACES, Style, ink
from models.evaluation.render import _dice
from models.evaluation.report import report, store
from models.evaluation.scene import Mat, entry, label, new_die, visible_share
from models.evaluation.score import counted_dice, counted_tiles, figures, matched
from models.evaluation.things import THINGS, hand
from tests.some import there

ZONES = {name: [20 + 40 * i, 60, 58 + 40 * i, 190] for i, name in enumerate(("explore", "ship"))}
SLOTS = {name: [10 + 40 * i, 60, 48 + 40 * i, 100] for i, name in enumerate(FACES)}
MATS = Mats(
    [
        {"id": kind, "kind": kind, "size_mm": [297, 210], "png": "", "zones": zones}
        for kind, zones in (
            ("strip", ZONES),
            ("tray", {"tray": [33, 10, 264, 190]}),
            ("calibration", SLOTS),
        )
    ]
)
CHANCE = np.random.default_rng(1)


def above(**changes: Any) -> Camera:
    """A camera 400 mm straight above the origin, 1000 px focal length: 2.5 px/mm on the table."""
    origin, target = np.array([0, 0, 400.0]), np.zeros(3)
    camera = Camera(800, 600, origin, target, 0.0, 1000.0)
    return replace(camera, **changes)


def test_top_face_is_labelled_where_a_camera_above_sees_it() -> None:
    """x runs right, y up in the picture; the top is nearer by the die's edge."""
    die = arrange.moved(new_die(np.random.default_rng(2), "home", 16.0, "ship"), 40, 30)
    found = there(label(die, above()))
    scale = 1000 / (400 - 16)
    assert found["centre_px"] == pytest.approx([399.5 + 40 * scale, 299.5 - 30 * scale], abs=0.02)
    assert found["size_px"] == pytest.approx(16 * scale, abs=0.02)
    assert (found["type"], found["face"], found["flat"]) == ("home", "ship", True)


def test_lens_bends_picture_and_labels_alike() -> None:
    """What the finished picture shows at a label is what the render shows at the point."""
    camera = above(k1=-0.03, k2=0.008)
    at = camera.project([[110.0, -80.0, 0.0]])[0]
    map_x, map_y = camera.undistortion()
    straight = np.array([110, 80]) * 1000 / 400 * MARGIN + [399.5, 299.5]
    x, y = np.round(at).astype(int)
    assert [map_x[y, x], map_y[y, x]] == pytest.approx(straight, abs=1.0)


def test_pixel_and_ground_are_inverse() -> None:
    camera = arrange.camera(np.random.default_rng(5), (1536, 864), 60, 15, (30, 45))
    camera = replace(camera, k1=0.0, k2=0.0)
    pixels = np.array([[100.0, 90.0], [1400.0, 700.0]])
    assert camera.project(camera.to_ground(pixels)) == pytest.approx(pixels, abs=1e-6)


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_same_seed_same_labels(family: str) -> None:
    """A picture depends on its seed, family and number alone; another seed gives another."""
    first = [entry(scene_of(Job(3, family, n), MATS), "a") for n in range(3)]
    again = [entry(scene_of(Job(3, family, n), MATS), "a") for n in range(3)]
    other = [entry(scene_of(Job(4, family, n), MATS), "a") for n in range(3)]
    assert first == again
    assert first != other


@pytest.mark.parametrize("family", sorted(set(FAMILIES) - {"empty"}))
def test_labels_are_possible(family: str) -> None:
    """Every pair of type and face exists, centres lie in the picture, flat dice do not overlap."""
    dice = 0
    for number in range(8):
        scene = scene_of(Job(6, family, number), MATS)
        found = entry(scene, "a")
        dice += len(found["dice"])
        for die in found["dice"]:
            assert die["type"] == "d6" or die["face"] in FACES[die["type"]]
            if die["flat"]:
                assert 0 <= die["centre_px"][0] < found["width"]
                assert 0 <= die["centre_px"][1] < found["height"]
        places = np.array([die.centre for die in scene.dice if die.state == "flat"])
        for index, place in enumerate(places):
            others = np.delete(places, index, 0)
            if len(others):
                assert np.linalg.norm(others - place, axis=1).min() > scene.dice[0].edge_mm * 0.98
    assert dice


def test_exported_dice_are_scored_against_the_answers() -> None:
    """As they were read at the table and as the reader of today reads them."""
    camera = CameraSeen("imx708", 1536, 864)
    blank = np.full((64, 64, 3), 128, np.uint8)
    doubts = [
        Doubt(blank, ("home", "explore"), ("home", "explore"), flagged=True),
        Doubt(blank, ("home", "explore"), ("genes", "wild"), flagged=False),
        Doubt(blank, ("home", "explore"), None, flagged=True),
    ]
    content = packed(doubts, reader_sha256="", camera=camera, lights={})
    found = scored(unpacked(content), open_reader())
    assert (found["dice"], found["right_then"], found["no_die"]) == (2, 1, 1)
    assert found["right_now"] <= 1
    assert found["no_die_now"] == 1, "a grey square is no die"


def test_the_empty_family_has_no_dice() -> None:
    """Only the table and other things on it."""
    scenes = [scene_of(Job(6, "empty", number), MATS) for number in range(8)]
    assert not any(scene.dice for scene in scenes)
    assert any(scene.things for scene in scenes)


def test_families_keep_their_pictures_whatever_the_count() -> None:
    small, large = plan(1, 80), plan(1, 120)
    assert {job.name for job in small} <= {job.name for job in large}
    assert len(small) == 80
    assert len(large) == 120
    assert {job.family for job in small} == set(FAMILIES) - {"empty"}, "which is a set of its own"


def test_cocked_die_stands_on_its_edge_and_is_no_flat_die() -> None:
    die = arrange.tilted(new_die(CHANCE, "genes", 16.0), 0.4, 1.1, 10, -20)
    cube = np.array([[x, y, z] for x in (-8, 8) for y in (-8, 8) for z in (-8, 8)])
    heights = np.sort((cube @ die.rotation.T + die.centre)[:, 2])
    assert heights[:2] == pytest.approx([0, 0], abs=1e-9)
    found = there(label(die, above()))
    assert (found["flat"], found["state"]) == (False, "cocked")


def test_leaning_dice_touch_without_cutting_into_each_other() -> None:
    view = above()
    flat, cocked = arrange.leaning(arrange.Table(np.random.default_rng(8), view), 16.0)
    direction = flat.rotation[:, 0]
    cube = np.array([[x, y, z] for x in (-8, 8) for y in (-8, 8) for z in (-8, 8)])
    reach = ((cube @ cocked.rotation.T + cocked.centre) @ direction).max()
    assert reach == pytest.approx(flat.centre @ direction - 8, abs=0.15)


def test_covered_die_is_labelled_as_hidden() -> None:
    die = arrange.moved(new_die(CHANCE, "novelty", 16.0), 0, 0)
    found = there(label(die, above(), lambda points: points[:, 0] > 0))
    assert found["state"] == "hidden"
    assert found["visible"] == pytest.approx(0.5, abs=0.1)
    assert label(die, above(), lambda points: np.ones(len(points), bool)) is None


def test_die_across_the_border_is_partly_visible() -> None:
    camera = above()
    x = camera.to_ground([[799.5, 300.0]], 16)[0, 0]
    die = arrange.moved(new_die(CHANCE, "novelty", 16.0), x, 0)
    assert visible_share(die, camera, None) == pytest.approx(0.5, abs=0.12)


def test_place_on_a_mat_turns_with_it() -> None:
    mat = Mat(MATS.entries[0], np.array([5.0, 7.0, 0.1]), np.pi / 2)
    corner = mat.to_world([0, 0])[0]
    assert corner == pytest.approx([5 - 105, 7 - 148.5, 0.1])


def test_meshes_face_outwards() -> None:
    """Corners run counter-clockwise seen from outside, as their normals say."""
    meshes = [shapes.joined(shapes.rounded_box((16, 16, 16), 2)), hand(CHANCE).mesh]
    meshes += [thing(CHANCE).mesh for thing in THINGS]
    for mesh in meshes:
        a, b, c = (mesh.vertices[mesh.triangles[:, i]] for i in range(3))
        facing = (np.cross(b - a, c - a) * mesh.normals[mesh.triangles].mean(1)).sum(1)
        assert (facing > -1e-6).all()


@pytest.mark.parametrize(
    ("face", "least", "most", "extent"),
    [
        ("explore", 0.15, 0.25, (0.10, 0.89, 0.25, 0.75)),
        ("develop", 0.12, 0.19, (0.16, 0.84, 0.11, 0.89)),
        ("settle", 0.15, 0.22, (0.13, 0.87, 0.12, 0.86)),
        ("produce", 0.22, 0.33, (0.24, 0.72, 0.10, 0.90)),
        ("ship", 0.13, 0.24, (0.08, 0.87, 0.12, 0.90)),
        ("wild", 0.13, 0.24, (0.19, 0.83, 0.17, 0.83)),
    ],
)
def test_glyphs_fit_their_description(
    face: str, least: float, most: float, extent: tuple[float, ...]
) -> None:
    for seed in range(6):
        drawn = ink(face, "genes", Style.random(np.random.default_rng(seed)), 200)
        assert least <= drawn.mean() / 255 <= most
        y, x = np.nonzero(drawn > 127)
        measured = (x.min() / 200, x.max() / 200, y.min() / 200, y.max() / 200)
        assert measured == pytest.approx(extent, abs=0.05)


@pytest.mark.parametrize(
    ("kind", "filled"),
    [
        ("home", []),
        ("novelty", [0]),
        ("rare_elements", [1]),
        ("genes", [2]),
        ("alien_technology", [3]),
    ],
)
def test_barrel_fills_the_pane_of_its_colour(kind: str, filled: list[int]) -> None:
    drawn = ink("produce", kind, Style.random(np.random.default_rng(0)), 200)
    panes = [drawn[round(y * 200), round(x * 200)] for y in (0.4, 0.73) for x in (0.36, 0.6)]
    assert [i for i, value in enumerate(panes) if value > 127] == filled


def test_developed_picture_is_what_its_exposure_and_orientation_say() -> None:
    camera = above(width=64, height=96)
    light = np.full((96, 64, 3), 0.3, np.float32)
    light[:20] = 0.6
    dark, normal = (
        develop(light, camera, Phone(exposure_ev=ev), np.random.default_rng(0)) for ev in (-2, 0)
    )
    assert dark.mean() < normal.mean() - 30
    data = np.frombuffer(compress(normal, Phone(orientation=6)), np.uint8)
    upright = cv2.imdecode(data, cv2.IMREAD_COLOR)
    stored = cv2.imdecode(data, cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    assert upright is not None
    assert stored is not None
    assert (upright.shape, stored.shape) == ((96, 64, 3), (64, 96, 3))
    assert np.abs(upright[..., ::-1].astype(int) - normal).mean() < 6


def reading(x: float, face: str, status: str = "ok") -> dict[str, Any]:
    return {"centre_px": [x, 0.0], "type": "home", "face": face, "status": status}


def truth(x: float, face: str, *, flat: bool = True, visible: float = 1.0) -> dict[str, Any]:
    at = {"centre_px": [x, 0.0], "size_px": 40.0, "type": "home", "face": face}
    return {**at, "flat": flat, "visible": visible}


def test_readings_belong_to_the_nearest_die() -> None:
    dice = [truth(0, "ship"), truth(30, "wild")]
    readings = [reading(18, "ship"), reading(31, "ship"), reading(90, "ship")]
    assert matched(dice, readings) == [0, 1, None]


def test_each_outcome_counts_once() -> None:
    dice = [truth(0, "ship"), truth(100, "ship"), truth(200, "ship"), truth(300, "ship")]
    dice += [truth(400, "ship", flat=False), truth(500, "ship", flat=False)]
    dice.append(truth(600, "ship", flat=False, visible=0.2))
    readings = [reading(0, "ship"), reading(100, "settle"), reading(200, "ship", "check")]
    readings += [reading(400, "settle"), reading(500, "ship", "check"), reading(900, "ship")]
    found = figures(counted_dice({"dice": dice}, {"dice": readings}))
    assert (found["dice"], found["right_percent"], found["missed"]) == (4, 50.0, 1)
    assert (found["wrong_ok"], found["invented_ok"], found["problem_wrong_ok"]) == (1, 1, 1)
    assert (found["problem_dice"], found["problem_check_percent"]) == (2, 50.0)
    assert (found["check_percent"], found["false_positives"]) == (25.0, 1)
    assert found["fully_right_percent"] == 0.0


def test_picture_is_fully_right_only_without_inventions() -> None:
    counts = counted_dice({"dice": [truth(0, "ship")]}, {"dice": [reading(1, "ship")]})
    more = [reading(1, "ship"), reading(300, "wild", "check")]
    counts.update(counted_dice({"dice": [truth(0, "ship")]}, {"dice": more}))
    counts.update(counted_dice({"dice": []}, {"dice": []}))
    assert figures(counts)["fully_right_percent"] == pytest.approx(66.67)


def a_tile(x: float, name: str, status: str = "ok", *, off: float = 0.0) -> dict[str, Any]:
    corners = [[x + off, 0.0], [x + 100, 0.0], [x + 100, 100.0], [x, 100.0]]
    return {"tile": name, "corners_px": corners, "size_px": 100.0, "status": status}


def test_tiles_count_by_place_outline_and_name() -> None:
    tiles = [a_tile(0, "a"), a_tile(200, "b"), a_tile(400, "c"), a_tile(600, "d")]
    readings = [a_tile(2, "a"), a_tile(200, "x"), a_tile(400, "c", "check", off=20)]
    readings.append(a_tile(900, "e"))
    found = figures(counted_tiles({"tiles": tiles}, {"tiles": readings}))
    assert (found["tiles"], found["found_percent"], found["named_percent"]) == (4, 75.0, 50.0)
    assert (found["outlined_percent"], found["check_percent"]) == (66.67, 33.33)
    assert (found["wrong_ok"], found["false_positives"], found["invented_ok"]) == (1, 1, 1)
    assert found["complete_percent"] == 0.0


def test_a_scene_without_dice_can_be_drawn() -> None:
    """Every fifth cluttered picture has none: nothing is drawn, under the table."""
    mesh, atlas = _dice([], scene_of(Job(3, "neutral", 0), MATS), CHANCE)
    assert mesh.vertices[:, 2].max() < -100
    assert atlas.ndim == 3


def test_beyond_the_labelled_dice_of_a_photograph_nothing_is_invented() -> None:
    """Between them a reading without a die is; elsewhere lie dice that nobody labelled."""
    corners = [(0, 0), (100, 0), (0, 100)]
    dice = [{**truth(x, "3"), "centre_px": [x, y], "type": "d6"} for x, y in corners]
    for place, invented in (([30, 30], 1), ([90, 90], 0)):
        stray = {**reading(0, "3"), "centre_px": place}
        counts = counted_dice({"dice": dice, "partly": True}, {"dice": [stray]})
        assert figures(counts)["invented_ok"] == invented


def test_the_readme_has_the_table_of_the_stored_figures() -> None:
    assert report() in (Path(__file__).parents[2] / "models/README.md").read_text()


def test_a_stored_set_is_a_row_of_the_table(tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.json"
    manifest.write_text(json.dumps({"models": {}}))
    dice = [truth(0, "ship"), truth(90, "ship")]
    store("seed 5", figures(counted_dice({"dice": dice}, {"dice": [reading(1, "ship")]})), manifest)
    assert "| seed 5 | 1 | 2 | 50.0 % | 0 | 0.0 % | 0.0 % | 0 (0) |" in report(manifest)
