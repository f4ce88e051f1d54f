"""The whole way of a picture, with painted dice instead of trained networks."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.session.ports import DiceKind, DieStatus, Frame, Reading, ReadRequest, Timings
from models.labels import LABELS
from tests.vision.fakes import LABEL_SET, PaintedDie, PaintFinder, PaintReader, lying_free, paint
from tests.vision.table import look_at, photograph, shift, to_frame
from vision.core.arrays import F32, ImageU8
from vision.core.errors import BadFrameError, NotEnrolledError
from vision.mats.drawn_zones import DrawnZones
from vision.mats.layout import Paper, mat_layout
from vision.mats.pose import DIE_EDGE_MM
from vision.pipeline import TableReader

STRIP = mat_layout("strip-1", Paper.A4)
ZONES = dict(STRIP.zones)
VIEW = look_at((148, 105), tilt_deg=15, around_deg=40, distance_mm=400)


def frame(pixels: ImageU8) -> Frame:
    return Frame(pixels=pixels, taken_at_s=0.0, source="test")


def reader(finder: PaintFinder | None = None, faces: PaintReader | None = None) -> TableReader:
    return TableReader(finder or PaintFinder(), faces or PaintReader(), lying_free, LABEL_SET)


def read(
    pixels: ImageU8,
    *,
    finder: PaintFinder | None = None,
    faces: PaintReader | None = None,
    **asked: Any,
) -> Reading:
    """What a reader makes of a picture; *asked* goes into the request."""
    return reader(finder, faces).read(ReadRequest(frame(pixels), **asked)).reading


def die_at(label: str, x_mm: float, y_mm: float) -> PaintedDie:
    """A die that stands on the mat at a place in millimetres: its top is seen elsewhere."""
    top = to_frame(VIEW, shift(0, 0), np.array([[x_mm, y_mm]]), DIE_EDGE_MM)[0]
    return PaintedDie(label, float(top[0]), float(top[1]), edge=46.0, angle=20.0)


def in_zone(label: str, zone: str) -> PaintedDie:
    return die_at(label, *ZONES[zone].centre)


def mat_picture(dice: list[PaintedDie]) -> ImageU8:
    return paint(photograph([(STRIP, shift(0, 0))], VIEW), dice)


def codes(reading: Reading) -> list[str]:
    return [problem.code for problem in reading.problems]


def plain(dice: list[PaintedDie], size: tuple[int, int] = (640, 480)) -> ImageU8:
    """Dice on a grey table without a mat."""
    chance = np.random.default_rng(5)
    ground = chance.integers(112, 118, (size[1], size[0], 1)) + np.array([0, 5, 10])
    return paint(ground.astype(np.uint8), dice)


def test_dice_on_a_mat_are_read_with_their_zones() -> None:
    """Type, face, colour, mat, zone and place of every die."""
    picture = mat_picture([in_zone("home/explore", "explore"), in_zone("military/wild", "dictate")])
    reading = read(picture)
    assert codes(reading) == []
    assert [mat.mat_id for mat in reading.mats] == ["strip-1"]
    home, red = sorted(reading.dice, key=lambda die: die.type)
    assert (home.type, home.face, home.colour, home.zone) == ("home", "explore", "white", "explore")
    assert (red.type, red.face, red.colour, red.zone) == ("military", "wild", "red", "dictate")
    for die, zone in ((home, "explore"), (red, "dictate")):
        assert die.mat == "strip-1"
        assert die.position_mm == pytest.approx(ZONES[zone].centre, abs=1.5)
        assert die.status is DieStatus.OK
        assert die.confidence > 0.99
        assert die.angle_deg == pytest.approx(20, abs=3)
        assert die.size_px == pytest.approx(46, rel=0.1)
        measured = [die.angle_deg, *(die.position_mm or ())]
        assert np.round(measured, 2).tolist() == measured


def test_only_dice_on_mats_count_unless_all_are_asked_for() -> None:
    """A die beside the mat belongs to nobody."""
    picture = mat_picture([in_zone("home/explore", "ship"), PaintedDie("genes/settle", 40, 40, 46)])
    assert [die.type for die in read(picture).dice] == ["home"]
    everything = read(picture, whole_image=True)
    assert {(die.type, die.mat) for die in everything.dice} == {
        ("home", "strip-1"),
        ("genes", None),
    }


def test_without_a_mat_the_whole_picture_is_read() -> None:
    """Mat, place and zone are null then, and the missing mat is told."""
    reading = read(plain([PaintedDie("genes/settle", 300.0, 200.0, 30.0)]))
    assert codes(reading) == ["no_mat"]
    (die,) = reading.dice
    assert (die.mat, die.position_mm, die.zone) == (None, None, None)
    assert die.centre_px == pytest.approx((300, 200), abs=1)


@pytest.mark.parametrize("edge", [18.0, 60.0, 150.0])
def test_the_scale_is_found_without_a_mat(edge: float) -> None:
    """Dice far from the usual size are looked at again, at a scale that suits them."""
    finder = PaintFinder()
    picture = plain([PaintedDie("genes/settle", 900.0, 500.0, edge)], size=(1600, 900))
    (die,) = read(picture, finder=finder).dice
    assert die.centre_px == pytest.approx((900, 500), abs=edge / 8)
    assert die.size_px == pytest.approx(edge, rel=0.2)
    looked_at = sum(height * width for _, height, width, _ in finder.inputs)
    assert looked_at <= 1.6 * picture.shape[0] * picture.shape[1]


def test_a_picture_without_dice() -> None:
    """Nothing is read, and that is said."""
    reading = read(mat_picture([]))
    assert reading.dice == ()
    assert codes(reading) == ["no_dice"]
    assert reading.problems[0].message == "There are no dice on the mats."


@pytest.mark.parametrize(
    ("level", "code"), [(0, "too_dark"), (20, "too_dark"), (255, "too_bright")]
)
def test_black_and_white_pictures(level: int, code: str) -> None:
    """They are read without a fault and without a die."""
    reading = read(np.full((480, 640, 3), level, np.uint8))
    assert reading.dice == ()
    assert {code, "no_dice", "no_mat"} <= set(codes(reading))


def test_an_unsure_reader_asks() -> None:
    """Four more looks are taken, and a person is asked."""
    faces = PaintReader(sureness=4.0)
    (die,) = read(plain([PaintedDie("genes/settle", 300, 200, 30)]), faces=faces).dice
    assert die.status is DieStatus.CHECK
    assert die.confidence < 0.93
    assert faces.batches == [1, 3]
    assert die.alternatives
    assert die.alternatives[0].confidence <= die.confidence


def test_a_die_whose_face_points_elsewhere_is_asked_about() -> None:
    """Finder and reader are sure of it, but it leans: the network for tilt tells."""
    places = [(x, y) for x in (275.0, 320.0, 365.0) for y in (220.0, 265.0)]
    row = [PaintedDie("home/explore", x, y, 30) for x, y in places]

    def leaning(crops: ImageU8) -> tuple[F32, F32]:
        seen, stands = lying_free(crops)
        seen[:, 2] = np.log(0.05)
        seen[2, 0] = 0.5  # 30 degrees
        return seen, stands

    plainly = read(plain(row)).dice
    looked = TableReader(PaintFinder(), PaintReader(), leaning, LABEL_SET)
    dice = looked.read(ReadRequest(frame(plain(row)))).reading.dice
    assert [die.status for die in plainly] == [DieStatus.OK] * 6
    assert sum(die.status is DieStatus.CHECK for die in dice) == 1
    assert [die.face for die in dice] == ["explore"] * 6


def test_what_is_no_face_is_dropped_or_asked_about() -> None:
    """A weak find that the reader denies is nothing; a certain one is a die to look at."""
    picture = frame(plain([PaintedDie("none", 300, 200, 30)]))
    assert reader(PaintFinder(score=0.4)).read(ReadRequest(picture)).reading.dice == ()
    (die,) = reader(PaintFinder(score=0.95)).read(ReadRequest(picture)).reading.dice
    assert die.status is DieStatus.CHECK


def test_ordinary_dice_are_read_when_asked_for() -> None:
    """The kind decides which labels count; the other kind is never read with certainty."""
    picture = frame(plain([PaintedDie("d6/5", 300, 200, 30)]))
    (die,) = reader().read(ReadRequest(picture, dice=DiceKind.D6)).reading.dice
    assert (die.type, die.face, die.status) == ("d6", "5", DieStatus.OK)
    (die,) = reader().read(ReadRequest(picture, dice=DiceKind.ROLL)).reading.dice
    assert die.status is DieStatus.CHECK


def test_robot_dice_are_refused_until_enrolled() -> None:
    """Their faces have not been shown to anybody."""
    with pytest.raises(NotEnrolledError) as caught:
        reader().read(ReadRequest(frame(plain([])), dice=DiceKind.ROBOT))
    assert caught.value.code == "faces_not_enrolled"


def test_zones_drawn_on_pictures_of_another_camera_are_told() -> None:
    picture = plain([])
    height, width = picture.shape[:2]
    square = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    for size_px, told in ((None, False), ((width, height), False), ((2 * width, height), True)):
        table = reader()
        table.use_zones(DrawnZones((("tray", "tray"),), (square,), size_px=size_px))
        found = codes(table.read(ReadRequest(frame(picture))).reading)
        assert ("profile_camera_differs" in found) == told


def test_known_counts_that_fit() -> None:
    """No problem is reported."""
    picture = mat_picture([in_zone("home/explore", "explore"), in_zone("military/wild", "settle")])
    expect = {"strip-1": {"home": 1, "military": 1}}
    reading = read(picture, expected=expect)
    assert codes(reading) == []
    assert all(die.status is DieStatus.OK for die in reading.dice)
    assert max(die.confidence for die in reading.dice) == 0.9999


@pytest.mark.parametrize(
    ("expect", "asked"),
    [
        ({"strip-1": {"home": 2}}, {"military"}),
        ({"strip-1": {"home": 1}}, {"military"}),
        ({"strip-1": {}}, {"home", "military"}),
        ({"strip-1": {"home": 1, "military": 1}, "strip-2": {"home": 1}}, set()),
        ({"strip-1": {"home": 1, "military": 1, "robot_a": 1}}, set()),
        ({"strip-1": {"home": 3, "military": 1}}, set()),
    ],
)
def test_known_counts_that_contradict(expect: dict[str, dict[str, int]], asked: set[str]) -> None:
    """It is told, no answer changes, and dice of a colour seen too often are asked about."""
    picture = mat_picture([in_zone("home/explore", "explore"), in_zone("military/wild", "settle")])
    without = read(picture)
    reading = read(picture, expected=expect)
    assert codes(reading) == ["count_mismatch"]
    assert [(die.type, die.face) for die in reading.dice] == [
        (die.type, die.face) for die in without.dice
    ]
    assert {die.type for die in reading.dice if die.status is DieStatus.CHECK} == asked


def test_of_too_many_dice_the_least_sure_is_asked_about() -> None:
    """Three white dice where two must be: the one that is hardest to read is in question."""

    class OneIsUnsure(PaintReader):
        """The last crop of a batch is read with half the lead, still clearly."""

        def __call__(self, crops: ImageU8, /) -> tuple[F32, F32]:
            logits, points = super().__call__(crops)
            logits[-1] *= 0.75
            return logits, points

    zones = ("explore", "settle", "ship")
    picture = mat_picture([in_zone("home/explore", zone) for zone in zones])
    reading = read(picture, expected={"strip-1": {"home": 2}}, faces=OneIsUnsure())
    assert codes(reading) == ["count_mismatch"]
    (asked,) = [die for die in reading.dice if die.status is DieStatus.CHECK]
    assert asked.confidence == min(die.confidence for die in reading.dice)


def test_counts_that_turn_an_answer_round_are_not_taken_on_trust() -> None:
    """The picture says green with 97 %, the rules say red: red is given, and a person is asked."""

    class LeansTo(PaintReader):
        """Reads "genes/settle" with a little left for "military/settle"."""

        def __call__(self, crops: ImageU8, /) -> tuple[F32, F32]:
            logits, points = super().__call__(crops)
            logits[:, LABELS.index("military/settle")] = self.sureness - 3.5
            return logits, points

    picture = mat_picture([in_zone("genes/settle", "settle")])
    reading = read(picture, expected={"strip-1": {"military": 1}}, faces=LeansTo())
    (die,) = reading.dice
    assert codes(reading) == []
    assert (die.type, die.face, die.status) == ("military", "settle", DieStatus.CHECK)
    assert die.alternatives[0].confidence == pytest.approx(1 - die.confidence, abs=0.02)


def test_known_counts_decide_a_doubtful_die() -> None:
    """What the picture leaves open is decided by what must be there."""
    picture = mat_picture([in_zone("home/explore", "explore"), in_zone("military/wild", "settle")])
    doubtful = reader(faces=PaintReader(sureness=4.5))
    before = {
        die.type: die.confidence for die in doubtful.read(ReadRequest(frame(picture))).reading.dice
    }
    expect = {"strip-0": {"home": 1}, "strip-1": {"home": 1, "military": 1}}
    known = doubtful.read(ReadRequest(frame(picture), expected=expect)).reading
    for die in known.dice:
        assert die.confidence > before[die.type]


def test_a_marker_is_no_die() -> None:
    """Whatever the finder thinks of its pattern: it could be read, so nothing lies on it."""

    class FindsMarkers(PaintFinder):
        """Takes the first marker for a die, too."""

        def __call__(self, image: ImageU8, /) -> tuple[F32, F32]:
            heat, box = super().__call__(image)
            dark = image[0].max(axis=2) < 70
            rows, columns = np.nonzero(dark)
            first = rows + columns == (rows + columns).min()
            row, column = int(rows[first][0]) // 4 + 2, int(columns[first][0]) // 4 + 2
            heat[0, 0, row, column] = 0.9
            box[0, 2, row, column] = np.log(22.0)
            return heat, box

    picture = mat_picture([in_zone("home/explore", "explore")])
    assert len(read(picture, finder=FindsMarkers()).dice) == 1


def test_half_a_mat_is_told() -> None:
    """The dice are read without a place."""
    view = look_at((300, 105), distance_mm=330)
    picture = paint(
        photograph([(STRIP, shift(0, 0))], view), [PaintedDie("home/explore", 300, 400, 46)]
    )
    reading = read(picture)
    assert codes(reading) == ["mat_incomplete"]
    assert [die.mat for die in reading.dice] == [None]


def test_without_colours_a_person_is_asked_about_every_die() -> None:
    """Types are told by colour: in a grey picture and in the dark none is safe."""

    class GreyFinder(PaintFinder):
        """Knows where the dice are without their paint."""

        def __call__(self, image: ImageU8, /) -> tuple[F32, F32]:
            heat, box = super().__call__(image)
            if image.shape[1] == grey.shape[0]:
                heat[0, 0, 40, 60] = 0.95
                box[0, 2, 40, 60] = np.log(30.0)
                box[0, 5, 40, 60] = 6.0
            return heat, box

    grey = np.full((480, 640, 3), 120, np.uint8)
    grey[100:200] = 60
    for picture in (grey, grey // 10):
        (die,) = read(picture, finder=GreyFinder()).dice
        assert die.status is DieStatus.CHECK
        (die,) = read(picture, dice=DiceKind.D6, finder=GreyFinder()).dice
        assert die.type == "d6"


def test_the_same_picture_gives_the_same_reading() -> None:
    """Bit for bit, but for the time it took."""
    picture = frame(mat_picture([in_zone("home/explore", "explore")]))
    first, second = (
        replace(reader().read(ReadRequest(picture)).reading, timings_ms=Timings()) for _ in range(2)
    )
    assert first == second


def test_a_wrong_array_is_refused() -> None:
    """A grey or float array is a fault of the caller with its own error."""
    for pixels in (np.zeros((50, 50), np.uint8), np.zeros((0, 10, 3), np.uint8)):
        with pytest.raises(BadFrameError):
            reader().read(ReadRequest(frame(pixels)))


def test_timings_add_up() -> None:
    """Each stage is timed, the total holds them."""
    timings = read(mat_picture([in_zone("home/explore", "ship")])).timings_ms
    assert timings.total >= timings.mats + timings.find + timings.classify - 0.01
    assert timings.decode == 0
