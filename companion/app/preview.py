"""Downscales frames for display with area interpolation (`PictureMaker`)."""

from companion.session.pictures import Box
from companion.session.ports import Frame
from companion.session.table_port import Picture


def scaled_picture(frame: Frame, box: Box, *, width_px: int) -> Picture:
    """Return the crop of a frame, at most *width_px* wide, averaging all pixels."""
    import cv2  # not for the window's start

    x0, y0, x1, y1 = box
    part = frame.pixels[y0:y1, x0:x1]
    scale = min(1.0, width_px / max(1, x1 - x0))
    if scale < 1.0:
        size = max(1, round((x1 - x0) * scale)), max(1, round((y1 - y0) * scale))
        part = cv2.resize(part, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    rgb = cv2.cvtColor(part, cv2.COLOR_BGR2RGB)
    height, width = rgb.shape[:2]
    return Picture(rgb.tobytes(), width, height)
