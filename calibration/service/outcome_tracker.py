"""Outcomes of the dice that the table read: counted in the profile, crops kept for corrections.

A die counts once: when the round goes on from the reveal, with its reading and its final label.
Readings that people undid or repeated do not count. Crops of the dice stay in memory for as long
as their mats can be corrected, those of the last doubtful and misread dice until the program ends;
nothing of them is stored unless people ask for it.
"""

import logging
import math
import queue
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.errors import CompanionError
from companion.games.definition import ReadingStage
from companion.session.calibration_ports import ReadingOutcome
from companion.session.scan_plan import SettledMat
from companion.session.sightings import dice_on
from companion.session.table_port import TableUpdate

if TYPE_CHECKING:  # keeps vision imports out of the window's start-up
    from calibration.core.store import ProfileStore
    from vision.core.arrays import F32, ImageU8
    from vision.result import TableReadResult

log = logging.getLogger(__name__)

_KEPT: Final = 12
"""Deliveries whose crops are available, as many as the mats' own pictures."""

_DOUBTS: Final = 200
"""Doubtful and misread dice whose crops are kept, 12 kB each."""

_NEAR_PX: Final = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class RecordedDie:
    """A die as it was read.

    Attributes:
        profile: with which it was read; empty without one.
        crop: of its face, (64, 64, 3), BGR, white balanced.
    """

    profile: str
    die: str
    face: str
    doubtful: bool
    crop: "ImageU8"


@dataclass(slots=True, eq=False)
class _Delivery:
    """A recorded mat; ``now`` has the current (type, face) of its dice, by number."""

    dice: tuple[RecordedDie, ...]
    now: dict[int, tuple[str, str]] = field(default_factory=dict)


class OutcomeTracker:
    """Follows dice from the reading to the end of the reveal.

    Args:
        repository: of the profiles whose counts grow.
        reader_sha256: the model whose readings are counted.
    """

    def __init__(
        self, repository: "Callable[[], ProfileStore]", reader_sha256: Callable[[], str]
    ) -> None:
        self._repository = repository
        self._reader_sha256 = reader_sha256
        self._newest: TableReadResult | None = None
        self._delivered: dict[str, tuple[SettledMat, tuple[RecordedDie, ...]]] = {}
        self._open: dict[str, _Delivery] = {}
        self._known: dict[str, tuple[RecordedDie, ...]] = {}
        self.doubts: deque[tuple[RecordedDie, tuple[str, str] | None]] = deque(maxlen=_DOUBTS)
        """The last doubtful and misread dice, each with what it was in truth; None for no die."""
        self._game_id: str | None = None
        self._correctable = False
        self._to_count: queue.SimpleQueue[tuple[str, list[ReadingOutcome]] | None]
        self._to_count = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._count, name="evidence", daemon=True)

    def start(self) -> None:
        """Begin to store counts, in a separate thread since a disk is slow."""
        self._thread.start()

    def stop(self, *, timeout_s: float = 5.0) -> None:
        """Count the dice on the table, store the counts and end. Safe to call twice."""
        if self._thread.is_alive():
            self._close_round()
            self._to_count.put(None)
            self._thread.join(timeout_s)

    def die_of(self, mark: str) -> RecordedDie | None:
        """Return the recorded die with this mark as it was read; any thread."""
        delivery, _, number = mark.rpartition(".")
        dice = self._known.get(delivery, ())
        return dice[int(number)] if number.isdigit() and int(number) < len(dice) else None

    # --- the scanner's thread --------------------------------------------------------------------

    def read(self, result: "TableReadResult") -> None:
        """Store the newest result."""
        self._newest = result

    def deliver(self, mat: SettledMat) -> None:
        """Keep the crops of a mat of the newest reading that is handed to the table."""
        if self._newest is None:
            return
        reading, profile = self._newest.reading, self._newest.profile
        evidence = self._newest.evidence
        centres, crops = evidence.dice.centres_px, evidence.crops
        faces = []
        for die, seen in zip(dice_on(reading, mat.mat_id), mat.dice, strict=False):
            row = _row_at(centres, die.centre_px)
            if row is None:
                return
            faces.append(RecordedDie(profile, seen.type, seen.face, seen.doubtful, crops[row]))
        if len(faces) == len(mat.dice):
            self._delivered[mat.mat_id] = mat, tuple(faces)

    # --- the owner's thread ----------------------------------------------------------------------

    def recorded(self, delivery: str, mat: SettledMat) -> None:
        """Follow a mat that the table has taken; the marks of its dice begin with *delivery*."""
        delivered, faces = self._delivered.get(mat.mat_id, (None, ()))
        if delivered is not mat:
            return
        if not self._correctable:
            self._put_all(_Delivery(faces, {n: (f.die, f.face) for n, f in enumerate(faces)}))
            return
        self._open[delivery] = _Delivery(faces)
        newest = list(self._known.items())[-(_KEPT - 1) :]
        self._known = dict([*newest, (delivery, faces)])

    def follow(self, update: TableUpdate) -> None:
        """Update the current labels of the dice."""
        if update.game_id != self._game_id:
            self._game_id = update.game_id
            self._open = {}
        recorded = update.recorded
        self._correctable = recorded is not None
        if not self._open or recorded is None:
            return
        match recorded.stage:
            case ReadingStage.CORRECTABLE:
                self._relabel(recorded.dice)
            case ReadingStage.WITHDRAWN:
                self._open = {}
            case ReadingStage.SETTLED:
                self._close_round()

    def _relabel(self, dice: Mapping[str, tuple[str, str]]) -> None:
        for delivery in self._open.values():
            delivery.now = {}
        for mark, die in dice.items():
            name, _, number = mark.rpartition(".")
            if name in self._open and number.isdigit():
                self._open[name].now[int(number)] = die

    def _close_round(self) -> None:
        """Count the dice of the mats that the table recorded."""
        closed, self._open = self._open, {}
        for delivery in closed.values():
            if delivery.now:
                self._put_all(delivery)

    def _put_all(self, delivery: _Delivery) -> None:
        by_profile: dict[str, list[ReadingOutcome]] = {}
        for number, seen in enumerate(delivery.dice):
            read = seen.die, seen.face
            truth = delivery.now.get(number)
            if seen.doubtful or truth != read:
                self.doubts.append((seen, truth))
            outcome = ReadingOutcome((truth or read)[0], seen.doubtful, truth != read)
            by_profile.setdefault(seen.profile, []).append(outcome)
        for profile, outcomes in by_profile.items():
            if profile:
                self._to_count.put((profile, outcomes))

    # --- the counting thread ---------------------------------------------------------------------

    def _count(self) -> None:
        from calibration.core.profile import counted

        while (job := self._to_count.get()) is not None:
            profile, outcomes = job
            more = partial(counted, outcomes=outcomes, reader_sha256=self._reader_sha256())
            try:
                self._repository().change(profile, more, tell=False)
            except CompanionError as err:  # a deleted profile, a full disk
                log.warning("readings were not counted", extra={"reason": str(err)})


def _row_at(centres_px: "F32", centre_px: tuple[float, float]) -> int | None:
    """Return the row of the crop of the die at *centre_px*; None where there is none."""
    for row, (x, y) in enumerate(centres_px.tolist()):
        if math.dist((x, y), centre_px) < _NEAR_PX:
            return row
    return None
