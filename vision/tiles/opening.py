"""Build the tile reader from its models."""

from pathlib import Path

import cv2

from companion.games.roll.model.tiles import Catalog
from companion.session.ports import DiceReader
from models.errors import ModelPackageMissingError
from models.store import FOLDER, load_manifest, model_bytes
from vision.core.errors import VisionError
from vision.core.inference import open_image_net
from vision.tiles.appearance import TileBox
from vision.tiles.networks import TileNetworks, open_lines, open_text
from vision.tiles.reader import TilesFromStills
from vision.tiles.vocabulary import names_of


class TextReaderMissingError(VisionError, ModuleNotFoundError):
    """The package with the text recogniser is not installed."""

    code = "tile_text_reader_missing"
    template = "Tiles cannot be read: the text recogniser of the package %(package)s is missing."
    hint = (
        "Install it: .venv/bin/pip install --no-deps %(package)s==%(version)s. "
        "Everything else works without it."
    )


def open_tile_reader(
    catalog: Catalog,
    folder: Path = FOLDER,
    *,
    box: TileBox | None = None,
    dice: DiceReader | None = None,
    threads: int = 1,
) -> TilesFromStills:
    """Return a tile reader; its models are loaded now, in a second.

    Args:
        dice: reads the dice in the pictures; None leaves them out.
        threads: for the networks, and for OpenCV in the whole process.

    Raises:
        TextReaderMissingError: the package with the text recogniser is not installed.
        ModelMissingError: a model or the manifest is not there.
        ModelDamagedError: a file is not the one that the manifest describes.
        ModelInputError: a model does not fit this version.
    """
    cv2.setNumThreads(threads)
    manifest = load_manifest(folder)
    try:
        lines, text = (model_bytes(name, manifest) for name in ("tile_lines", "tile_text"))
    except ModelPackageMissingError as err:
        raise TextReaderMissingError(**err.params) from err
    networks = TileNetworks(
        open_image_net("tile_finder", model_bytes("tile_finder", manifest), threads=threads),
        open_lines(lines, threads=threads),
        open_text(text, threads=threads),
    )
    return TilesFromStills(networks, names_of(catalog), box, dice)
