"""What becomes of dice that were read: counted once, as believed when the round goes on."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from calibration.core.store import ProfileStore
from calibration.service.face_teaching import FaceTeaching
from calibration.service.outcome_tracker import OutcomeTracker
from companion.games.definition import SeenDie
from companion.games.roll.model.dice import DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.model.state import Step
from companion.games.roll.view.camera import recorded_dice
from companion.games.roll.view.table_view import TableView
from companion.session.calibration_ports import ReadCount
from companion.session.ports import DieReading, DieStatus, MatReading, Reading
from companion.session.scan_plan import SettledMat
from companion.session.table_port import Picture, TableUpdate
from tests.calibration.samples import full_profile
from tests.ui import fake_table as fake
from tests.vision.fakes import result_of

SHA = "cd" * 32
READ = (("home", "explore"), ("military", "settle"), ("genes", "ship"))


class Table:
    """A tracker, its profile, and a hand that lays and corrects dice."""

    def __init__(self, folder: Path) -> None:
        self.store = ProfileStore(folder)
        self.store.save(
            replace(full_profile(), name="Hall", evidence=(), reader_sha256="", faces=())
        )
        self.changed = 0
        self.repository = ProfileStore(folder, self._change)
        self.tracker = OutcomeTracker(lambda: self.repository, lambda: SHA)
        self.version = 1

    def _change(self) -> None:
        self.changed += 1

    def record(
        self,
        *,
        profile: str = "Hall",
        doubtful: int = 99,
        mat: str = "strip-1",
        read: tuple[tuple[str, str], ...] = READ,
    ) -> str:
        """The camera reads three dice and the table takes them; returns their delivery."""
        dice = tuple(
            DieReading(
                (100.0 + 60 * k, 50.0), 40.0, 0.0, mat, (10.0 * k, 5.0), face, die, "", face, 1.0,
                DieStatus.OK,
            )
            for k, (die, face) in enumerate(read)
        )  # fmt: skip
        mats = (MatReading(mat, "strip", 1, ((0, 0), (1, 0), (1, 1), (0, 1)), 0.0),)
        reading = Reading(640, 480, mats, dice, ())
        centres = np.array([die.centre_px for die in reversed(dice)], np.float32)
        crops = np.stack([np.full((64, 64, 3), 50 * k, np.uint8) for k in (3, 2, 1)])
        self.tracker.read(replace(result_of(reading, centres, crops), profile=profile))
        seen = tuple(
            SeenDie(die.type, die.face, die.zone, k == doubtful, str(k))
            for k, die in enumerate(dice)
        )
        settled = SettledMat(mat, 1, seen, Picture(b"", 0, 0), ((),) * 3)
        self.tracker.deliver(settled)
        self.version += 1
        delivery = f"{self.version}-{mat}"
        self.tracker.recorded(delivery, settled)
        return delivery

    def show(self, step: Step, delivery: str = "", *dice: tuple[str, str] | None) -> None:
        """The table shows these dice on the first mat; None for one that was taken away."""
        placed = tuple(
            PlacedDie(
                DieType(die[0]), Face(die[1]), Place(Phase.EXPLORE), mark=f"{delivery}.{number}"
            )
            for number, die in enumerate(dice)
            if die is not None
        )
        view: TableView = fake.revealing()
        seats = (replace(view.seats[0], dice=placed), *view.seats[1:])
        view = replace(view, step=step, seats=seats)
        update = TableUpdate(
            self.version, "g", "roll", view, False, False, recorded=recorded_dice(view)
        )
        self.tracker.follow(update)

    def counts(self) -> dict[str, ReadCount]:
        """End the tracker and return what the profile counts, by type."""
        self.tracker.stop()
        return {each.die: each for each in self.store.read("Hall").evidence}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table whose tracker is stopped in the end."""
    made = Table(tmp_path)
    made.tracker.start()
    made.show(Step.ASSIGN)
    yield made
    made.tracker.stop()


def test_dice_count_once_when_the_round_goes_on(table: Table) -> None:
    """Read, doubted, put right by hand, taken away: the last belief counts, on the disk."""
    delivery = table.record(doubtful=1)
    table.show(Step.REVEAL, delivery, *READ)
    table.show(Step.REVEAL, delivery, ("novelty", "explore"), READ[1], None)
    table.show(Step.PHASE)
    table.show(Step.PHASE)
    assert table.counts() == {
        "novelty": ReadCount("novelty", 1, 0, 1),
        "military": ReadCount("military", 1, 1, 0),
        "genes": ReadCount("genes", 1, 0, 1),
    }
    assert table.store.read("Hall").reader_sha256 == SHA
    assert table.changed == 0, "counting does not make the table open its reader anew"


def test_doubtful_and_misread_dice_are_kept_with_the_answers(table: Table) -> None:
    """Looked at, put right, taken away: in the order of the dice; sure ones are not kept."""
    delivery = table.record(doubtful=1)
    table.show(Step.REVEAL, delivery, *READ)
    table.show(Step.PHASE)
    assert [(each.die, truth) for each, truth in table.tracker.doubts] == [("military", READ[1])]
    delivery = table.record()
    table.show(Step.REVEAL, delivery, ("novelty", "explore"), READ[1], None)
    assert len(table.tracker.doubts) == 1, "people may still be at it"
    table.show(Step.PHASE)
    kept = list(table.tracker.doubts)[1:]
    assert [truth for _, truth in kept] == [("novelty", "explore"), None]
    assert [int(each.crop[0, 0, 0]) for each, _ in kept] == [50, 150], "each with its own picture"


def test_counts_grow_over_restarts(table: Table) -> None:
    """What a profile has counted is there the next evening, and grows."""
    for evening in (1, 2):
        delivery = table.record()
        table.show(Step.REVEAL, delivery, *READ)
        table.show(Step.PHASE)
        assert table.counts()["home"] == ReadCount("home", evening, 0, 0)
        table.tracker = OutcomeTracker(lambda: table.repository, lambda: SHA)
        table.tracker.start()
        table.show(Step.ASSIGN)


def test_what_lies_there_at_the_end_counts(table: Table) -> None:
    """The program is closed in the middle of the reveal."""
    delivery = table.record()
    table.show(Step.REVEAL, delivery, *READ)
    assert table.counts()["genes"].read == 1


@pytest.mark.parametrize(
    "undo",
    [
        lambda table: table.show(Step.ASSIGN),
        lambda table: table.show(Step.REVEAL, table.record()),
        lambda table: table.tracker.follow(replace(fake.an_update(None), game_id="another")),
    ],
    ids=["undone", "read again", "a new game"],
)
def test_what_was_taken_back_was_no_reading(table: Table, undo: Callable[[Table], None]) -> None:
    """Undo, another reading of the same mat, a new game."""
    delivery = table.record()
    table.show(Step.REVEAL, delivery, *READ)
    undo(table)
    table.show(Step.PHASE)
    assert table.counts() == {}


def test_dice_that_nobody_can_put_right_count_at_once(table: Table) -> None:
    """The robot's and the ordinary ones of other games: read and doubted."""
    table.tracker.follow(replace(fake.an_update(None), game_id="another"))
    table.record(mat="tray", doubtful=0, read=(("d6", "5"), ("d6", "2"), ("robot_a", "match")))
    assert table.counts() == {
        "d6": ReadCount("d6", 2, 1, 0),
        "robot_a": ReadCount("robot_a", 1, 0, 0),
    }


def test_without_a_profile_nothing_is_counted(table: Table) -> None:
    """Nor can anything be learnt; a profile that was deleted meanwhile does no harm."""
    delivery = table.record(profile="")
    table.show(Step.REVEAL, delivery, *READ)
    table.show(Step.PHASE)
    other = table.record(profile="gone")
    table.show(Step.REVEAL, other, *READ)
    table.show(Step.PHASE)
    assert table.counts() == {}


def test_a_correction_becomes_an_example(table: Table) -> None:
    """The crop is the die's own; what was read rightly teaches nothing."""
    profiles = SimpleNamespace(repository=table.repository, outcome_tracker=table.tracker)
    teaching = FaceTeaching(profiles, None)  # type: ignore[arg-type] # nobody shows a die here
    delivery = table.record()
    assert not teaching.can_learn(f"{delivery}.1", *READ[1])
    assert not teaching.can_learn(f"{delivery}.7", "home", "ship")
    assert not teaching.can_learn("", "home", "ship")
    assert teaching.can_learn(f"{delivery}.1", "home", "ship")
    teaching.learn(f"{delivery}.1", "home", "ship")
    (line,) = teaching.listed("Hall")
    assert (line.die, line.face, line.looks, line.corrected) == ("home", "ship", 1, 1)
    assert set(line.picture.rgb) == {100}
    assert table.changed == 1
    without = table.record(profile="")
    assert not teaching.can_learn(f"{without}.1", "home", "ship")


def test_a_mat_that_the_table_did_not_take_is_forgotten(table: Table) -> None:
    """Only the delivery that was recorded has marks."""
    table.record()
    assert table.tracker.die_of("99-strip-1.0") is None
