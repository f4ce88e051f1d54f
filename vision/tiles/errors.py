"""Errors of the tile reader."""

from vision.core.errors import VisionError


class TextReaderMissingError(VisionError, ModuleNotFoundError):
    """The package with the text recogniser is not installed."""

    code = "tile_text_reader_missing"
    template = "Tiles cannot be read: the text recogniser of the package %(package)s is missing."
    hint = (
        "Install it: .venv/bin/pip install --no-deps %(package)s==%(version)s. "
        "Everything else works without it."
    )
