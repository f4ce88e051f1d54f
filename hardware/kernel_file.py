"""Small files of the kernel: /sys and the device tree."""

from pathlib import Path


def read(path: Path) -> str:
    """Return the text of a file without its end; empty where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0 \t\r\n")
    except OSError:
        return ""
