"""Reads photographs of the players' phones; they are never stored."""

import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from companion.app.readings_json import reading_json, tiles_json
from companion.app.thread_priority import lower_thread_priority
from companion.errors import CompanionError
from companion.session.ports import DiceReader, Expectation, Frame, Reading, ReadRequest
from companion.session.service_ports import TilesReading
from companion.session.table_port import STRIP, TablePort

_NAME: Final = "photograph.jpg"


class PhonePhotographs:
    """Implements `PhonePictures` with readers of its own, opened with the first photograph.

    Args:
        open_dice: opens a reader of dice.
        read_tiles: reads the tiles of a frame.
        table: knows which dice each seat has.
    """

    def __init__(
        self,
        open_dice: Callable[[], DiceReader],
        read_tiles: Callable[[Frame], TilesReading],
        table: TablePort,
    ) -> None:
        self._open_dice, self._read_tiles, self._table = open_dice, read_tiles, table
        self._dice: DiceReader | None = None

    def read(
        self, what: str, seat: int, jpeg: bytes
    ) -> tuple[Reading | TilesReading, dict[str, Any]]:
        """Return the reading of the own ``mat``, or of a ``tableau``.

        Raises:
            CompanionError: the photograph cannot be read.
        """
        lower_thread_priority()
        begin_s = time.perf_counter()
        frame = _decoded(jpeg)
        decode_ms = round(1000.0 * (time.perf_counter() - begin_s), 3)
        if what == "tableau":
            tiles = self._read_tiles(frame).decoded_in(decode_ms)
            return tiles, tiles_json(_NAME, tiles)
        if self._dice is None:
            self._dice = self._open_dice()
        request = ReadRequest(frame, expected=self._expected(seat))
        reading = _of_seat(self._dice.read(request).reading, seat)
        return reading, reading_json(_NAME, reading, decode_ms=decode_ms)

    def _expected(self, seat: int) -> Expectation | None:
        """Return the dice that a seat has to assign; None where they are not known."""
        private = self._table.private_view(seat)
        camera = None if private.game is None else private.game.camera
        known = None if camera is None else camera.expected_dice(private.update.view)
        mat = f"{STRIP}{seat}"
        return {mat: known[mat]} if known and mat in known else None


def _decoded(jpeg: bytes) -> Frame:
    """Return the picture, from a file in memory."""
    from vision.core.decoding import decode_file

    with os.fdopen(os.memfd_create(_NAME), "wb") as file:
        file.write(jpeg)
        file.flush()
        try:
            return decode_file(Path(f"/proc/self/fd/{file.fileno()}"))
        except CompanionError as error:
            error.params["path"] = _NAME
            raise


def _of_seat(reading: Reading, seat: int) -> Reading:
    """Return the reading without the mats of other players, which may be in the picture."""
    others = {
        mat.mat_id for mat in reading.mats if mat.mat_id.startswith(STRIP) and mat.seat != seat
    }
    return replace(
        reading,
        mats=tuple(mat for mat in reading.mats if mat.mat_id not in others),
        dice=tuple(die for die in reading.dice if die.mat not in others),
    )
