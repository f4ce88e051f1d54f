"""Training pictures must be reproducible, and their labels must say what is in them."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.drawing.glyphs import FACES
from models.labels import FACE_COUNTS, FACES_OF, LABELS, NONE
from models.training.data.crop_camera import LightEffects, photograph
from models.training.data.crops import CROP_PX, CROP_SPAN, STORED_PX, coded, crops_of, cut, decoded
from models.training.generator.background import boards
from models.training.generator.background.floors import sides_seen
from models.training.generator.background.grounds import GROUNDS, texture
from models.training.generator.camera import Square, look_at
from models.training.generator.frames import draw_frame, generator
from models.training.generator.glyph_styles import draw_style, styled_glyph
from models.training.generator.layouts import flat_pose, leaning_pose, scatter, stacked_pose
from models.training.generator.paint import ink
from models.training.generator.scenes import Look, MatScene, SceneDie, View, render_mat
from models.training.generator.skins import (
    FACE_PX,
    die_piece,
    draw_game_set,
    draw_pip_set,
    game_atlas,
    pip_atlas,
)

SEED = 90210


def test_thirty_pairs_then_pips_then_none() -> None:
    """The labels are the 30 pairs that exist in the order of the types and phases, d6 and none."""
    assert len(LABELS) == 37
    assert LABELS[0] == "home/explore"
    assert LABELS[29] == "alien_technology/wild"
    assert LABELS[30:] == ("d6/1", "d6/2", "d6/3", "d6/4", "d6/5", "d6/6", "none")
    for die, faces in FACES_OF.items():
        assert set(faces) == set(FACE_COUNTS[die])
        assert len(FACE_COUNTS[die]) == 6


def test_a_frame_is_reproducible() -> None:
    """The same seed and index give the same picture and truth, another index another picture."""
    first, again = draw_frame(SEED, 3), draw_frame(SEED, 3)
    assert np.array_equal(first.image, again.image)
    assert first.dice == again.dice
    assert not np.array_equal(first.image, draw_frame(SEED, 4).image)


@pytest.mark.parametrize("kind", GROUNDS)
def test_every_ground_is_albedo_of_the_asked_size(kind: str) -> None:
    """Each ground is reproducible, fills its sheet, varies from seed to seed and is no light."""
    size = (120, 170)
    sheets = [texture(kind, generator(SEED, seed), size, 30.0).albedo for seed in (1, 2, 1)]
    assert all(sheet.shape == (*size, 3) for sheet in sheets)
    assert all(0 < sheet.min() < sheet.max() <= 0.95 for sheet in sheets)
    assert np.array_equal(sheets[0], sheets[2])
    assert not np.array_equal(sheets[0], sheets[1])


def test_without_photographs_stone_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing needs none of the optional packages."""
    monkeypatch.setattr(boards, "photo_paths", lambda: ())
    size = (60, 80)
    photo, stone = (texture(k, generator(SEED, 1), size, 30.0) for k in ("photo", "marble"))
    assert np.array_equal(photo.albedo, stone.albedo)


def test_squares_of_a_board_lie_where_its_pattern_is() -> None:
    """A named square of a chess board differs from the one beside it."""
    made = texture("chess", generator(SEED, 5), (600, 600), 40.0)
    squares = [s for s in made.squares if s[2] < min(s[:2]) and max(s[:2]) < 600 - 1.5 * s[2]]
    assert squares
    for x, y, side in squares:
        middle, beside = (made.albedo[round(y), round(x + away)].mean() for away in (0, side))
        assert abs(middle - beside) > 0.02


def test_lookalikes_become_crops_without_a_face() -> None:
    """What looks like a die lies in the picture and is cut as none."""
    frames = [draw_frame(SEED, index) for index in range(12)]
    assert sum(len(frame.hard_negatives) for frame in frames) > 12
    for frame in frames:
        crops = crops_of(replace(frame, dice=()), generator(SEED, 1))
        assert {LABELS[label] for _, label in crops} == {"none"}
        for like in frame.hard_negatives:
            assert 0 <= like.center_px[0] < 512
            assert 0 <= like.center_px[1] < 384


def test_sides_of_dice_are_known_where_the_camera_sees_them() -> None:
    """None from straight above, one or two from a hand; where one is, nothing is cut as no face."""
    rng = np.random.default_rng(3)
    sets = (draw_game_set(rng), draw_pip_set(rng))
    die = die_piece(rng, flat_pose(0.0, 0.0, 0.4, 14.0), "home/ship", sets, 14.0)
    for tilt_deg, counts in ((0.0, {0}), (50.0, {1, 2})):
        camera = look_at((0.0, 0.0), distance_mm=400.0, tilt_deg=tilt_deg, azimuth_deg=10.0,
                         roll_deg=0.0, size_px=(512, 384), focal_px=1200.0)  # fmt: skip
        assert len(sides_seen([die], camera)) in counts
    oblique = next(f for f in (draw_frame(9, i) for i in range(20)) if len(f.sides) > 4)
    bare = replace(oblique, sides=())
    kept, all_places = (
        sum(LABELS[label] == NONE for k in range(40) for _, label in crops_of(f, generator(1, k)))
        for f in (oblique, bare)
    )
    assert kept < all_places


def test_a_board_of_fields_knows_its_printed_ones() -> None:
    """They are look-alikes with a sign, beside bare ones."""
    boards_drawn = [texture("icons", generator(8, k), (300, 400), 40.0) for k in range(8)]
    assert any(len(made.printed) for made in boards_drawn)
    for made in boards_drawn:
        assert made.printed.shape[1:] == (3,)


def test_of_dice_in_a_close_up_only_parts_are_cut() -> None:
    """The reader gets no crop of a die that is far larger than dice in its pictures."""
    frame = draw_frame(SEED, 1)
    assert any(die.readable for die in frame.dice)
    near = replace(frame, dice=tuple(replace(die, edge_px=150.0) for die in frame.dice))
    assert {LABELS[label] for _, label in crops_of(near, generator(SEED, 1))} == {"none"}


@pytest.mark.parametrize("seed", range(12))
def test_a_leaning_die_touches_table_and_neighbour(seed: int) -> None:
    """Its lowest corner is on the table, it reaches the die beside it, clear of the others."""
    rng, edge = generator(SEED, seed), 14.0
    poses = scatter(rng, (0.0, 0.0, 120.0, 120.0), 6, edge, togetherness=0.5)
    pose = leaning_pose(rng, poses[0], poses, edge)
    assert pose is not None
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * edge / 2
    at = corners @ pose.rotation.T + pose.center_mm
    assert at[:, 2].max() == pytest.approx(0.0, abs=0.5)  # mm; z looks down
    lean = math.degrees(math.acos(np.abs(pose.rotation[2]).max()))
    assert 8.9 < lean < 45.1
    beside = (at - poses[0].center_mm) @ poses[0].rotation  # in the neighbour's own directions
    gap = max(
        float(side.min()) - edge / 2
        for axis in (0, 1)
        for side in (beside[:, axis], -beside[:, axis])
    )
    assert abs(gap) < 0.15 * edge
    away = [math.dist(other.center_mm[:2], pose.center_mm[:2]) for other in poses[1:]]
    assert min(away) > 1.3 * edge


def test_a_stacked_die_may_bridge_two() -> None:
    """It lies on the die below it, and often reaches over the neighbour, too."""
    below, beside = flat_pose(0.0, 0.0, 0.0, 14.0), flat_pose(15.0, 0.0, 0.0, 14.0)
    bridges = 0
    for seed in range(20):
        pose = stacked_pose(generator(SEED, seed), below, [below, beside], 14.0)
        assert pose.stacked
        assert pose.center_mm[2] == pytest.approx(-21.0)
        gaps = [math.dist(pose.center_mm[:2], other.center_mm[:2]) for other in (below, beside)]
        assert min(gaps) < 7.6
        bridges += max(gaps) < 11.0
    assert 5 <= bridges <= 19


def test_a_die_without_room_beside_it_gets_no_leaning_one() -> None:
    """A die with neighbours on all four sides has no side to lean against."""
    around = [flat_pose(14.5 * x, 14.5 * y, 0.0, 14.0) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    middle = around.pop(4)
    assert leaning_pose(generator(SEED, 0), middle, [middle, *around], 14.0) is None


def test_truths_lie_in_the_picture() -> None:
    """Centres, edges, angles and shares are within what they can be."""
    dice = [die for index in range(4) for die in draw_frame(SEED, index).dice]
    assert dice
    for die in dice:
        assert 0 <= die.center_px[0] < 512
        assert 0 <= die.center_px[1] < 384
        assert 12 < die.edge_px < 500
        assert 0 <= die.angle_rad < math.pi / 2
        assert 0 < die.visible <= 1
        assert die.label in LABELS


def test_crops_carry_labels_of_the_dice_in_the_frame() -> None:
    """Each crop is of the stored size, and its label is none or one that lies in the frame."""
    frame = draw_frame(SEED, 1)
    shown = {die.label for die in frame.dice} | {"none"}
    crops = list(crops_of(frame, generator(SEED, 1)))
    assert crops
    for image, label in crops:
        assert image.shape == (STORED_PX, STORED_PX, 3)
        assert LABELS[label] in shown


def test_crops_of_light_become_photographs() -> None:
    """Stored light is the frame's to some per cent, and each camera makes another picture of it."""
    frame = draw_frame(SEED, 1)
    crops = list(crops_of(frame, generator(SEED, 1), light=True))
    rng = np.random.default_rng(3)
    effects = LightEffects(rng)
    light = decoded(crops[0][0])[16:80, 16:80]
    one, two = (photograph(light, frame.white, frame.white, effects, rng) for _ in range(2))
    assert one.shape == (64, 64, 3)
    assert 0 <= one.min() < one.max() <= 255
    assert not np.array_equal(one, two)


def test_light_survives_its_bytes() -> None:
    """What is stored comes back within one step, from ink to a lamp's reflection."""
    light = np.geomspace(0.005, 3.9, 300, dtype=np.float32).reshape(10, 10, 3)
    back = decoded(coded(light, np.random.default_rng(1)))
    assert np.abs(back - light).max() < 0.09
    assert (np.abs(back - light) / light)[light > 0.1].max() < 0.03
    assert decoded(coded(light * 50, np.random.default_rng(1))).max() <= 4.0


@pytest.mark.parametrize("face", FACES)
def test_every_style_of_a_glyph_is_ink_on_the_face(face: str) -> None:
    """Whoever draws it: ink covers about a tenth to a half of the face and stays on it."""
    rng = np.random.default_rng(8)
    for _ in range(12):
        parts = styled_glyph(face, "genes", draw_style(rng), shift=(0.0, 0.0), scale=(1.0, 1.0))
        mask = ink(parts, 64)
        assert 0.07 < mask.mean() < 0.5
        assert mask[[0, -1]].max() == 0
        assert mask[:, [0, -1]].max() == 0


def test_cut_centres_and_turns() -> None:
    """The crop's middle is the named point, its side the span, its turn undone."""
    image = np.zeros((200, 200, 3), np.uint8)
    box = cv2.boxPoints(((100.0, 90.0), (40.0, 40.0), 25.0))
    cv2.fillConvexPoly(image, np.round(box * 16).astype(np.int32), (255, 255, 255), cv2.LINE_AA, 4)
    crop = cut(image, Square((100.0, 90.0), 40.0, math.radians(25.0)))
    edge = CROP_PX / CROP_SPAN
    low, high = CROP_PX / 2 - edge / 2, CROP_PX / 2 + edge / 2
    ys, xs = np.nonzero(crop[..., 0] > 127)
    assert (xs.min(), ys.min()) == pytest.approx((low, low), abs=1.2)
    assert (xs.max() + 1, ys.max() + 1) == pytest.approx((high, high), abs=1.2)
    assert crop[int(low) + 3, int(low) + 3, 0] == 255


def test_a_camera_sees_the_ground_where_it_projects_it() -> None:
    """Projection and its inverse on a plane agree, also for a tilted and turned camera."""
    camera = look_at(
        (100.0, 80.0), distance_mm=500, tilt_deg=18, azimuth_deg=40, roll_deg=70,
        size_px=(800, 600), focal_px=900,
    )  # fmt: skip
    points = np.array([[60.0, 50.0], [140.0, 90.0], [100.0, 80.0]])
    for height in (0.0, 14.0):
        pixels = camera.project(np.column_stack([points, np.full(3, -height)]))
        assert camera.ground_points(pixels, height) == pytest.approx(points, abs=1e-6)
    middle = camera.project([[100.0, 80.0, 0.0]])[0]
    assert middle == pytest.approx((399.5, 299.5), abs=1e-6)


def test_atlases_show_five_faces() -> None:
    """Every face of an atlas that can be seen has ink on it; a game die's lower face is bare."""
    rng = np.random.default_rng(5)
    game, pips = draw_game_set(rng), draw_pip_set(rng)
    for atlas in (game_atlas(game, "genes", "produce", rng), pip_atlas(pips, "4", rng)):
        assert atlas.shape == (6 * FACE_PX, FACE_PX, 3)
        for face in (0, 2, 3, 4, 5):
            gray = atlas[face * FACE_PX : (face + 1) * FACE_PX].mean(axis=2)
            assert np.ptp(gray) > 0.05


FLAT_DICE = (
    SceneDie("home", "explore", 80, 60, 20),
    SceneDie("military", "settle", 200, 150, 75),
    SceneDie("d6", "5", 140, 100, 0),
)


@pytest.fixture(scope="module")
def mat_scene() -> MatScene:
    mat = np.full((2100, 2970, 3), 255, np.uint8)
    dice = (*FLAT_DICE, SceneDie("genes", "wild", 240, 60, cocked=True))
    view = View(size_px=(768, 432), tilt_deg=15, azimuth_deg=30)
    return render_mat(mat, (297.0, 210.0), dice, view=view, look=Look(seed=4, light="cool"))


def test_a_mat_scene_knows_its_corners_and_dice(mat_scene: MatScene) -> None:
    """The mat fills the picture inside the margin; top faces lie nearer to the camera."""
    assert mat_scene.image.shape == (432, 768, 3)
    corners = mat_scene.mat_corners_px
    assert corners.min() > 0
    assert (corners < (768, 432)).all()
    for placed, die in zip(FLAT_DICE, mat_scene.dice[:3], strict=True):
        assert die is not None
        assert die.readable
        assert die.label == f"{placed.die}/{placed.face}"
        back = mat_scene.camera.ground_points([die.center_px], placed.edge_mm)[0]
        assert back == pytest.approx((placed.x_mm, placed.y_mm), abs=0.01)
    assert mat_scene.dice[3] is not None
    assert not mat_scene.dice[3].readable


def test_paper_is_bright_and_the_red_die_red(mat_scene: MatScene) -> None:
    """What the truth names shows at its place: paper beside the dice, red on the red die."""
    image = mat_scene.image.astype(int)
    x, y = (round(v) for v in mat_scene.dice[1].center_px)  # type: ignore[union-attr]  # seen above
    red, green, blue = image[y, x]
    assert red > 1.5 * green
    assert red > 1.3 * blue
    paper = mat_scene.camera.project([[40.0, 150.0, 0.0]])[0]
    assert image[round(paper[1]), round(paper[0])].mean() > 120
