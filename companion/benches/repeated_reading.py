"""A picture that is read and shown again and again, like the frames of the scanner."""

from companion.app.preview import scaled_picture
from companion.benches.vision import PICTURE
from companion.session.pictures import whole
from companion.session.ports import ReadRequest
from companion.session.scanner import ScanSettings
from companion.session.table_port import DeviceState, ScanStage, ScanUpdate
from vision.core.decoding import decode_file
from vision.opening import open_table_reader


class RepeatedReading:
    """A simulated camera whose picture of 20 dice is read by one thread."""

    def __init__(self) -> None:
        self._frame = decode_file(PICTURE)
        self._reader = open_table_reader(threads=1)

    def look(self) -> ScanUpdate:
        """Read the picture and return the result with its preview."""
        reading = self._reader.read(ReadRequest(self._frame)).reading
        width_px = ScanSettings().preview_px
        picture = scaled_picture(self._frame, whole(self._frame), width_px=width_px)
        mats = ("strip-1", "strip-2", "strip-3")
        return ScanUpdate(
            ScanStage.LOOKING, DeviceState.READY, "bench", picture, reading, wanted_mats=mats
        )
