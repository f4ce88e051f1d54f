"""Put the reader together from the models that come with the program."""

from __future__ import annotations

from pathlib import Path

import cv2

from models.store import FOLDER, load_manifest, model_bytes
from vision.inference import open_finder, open_reader
from vision.labels import LabelSet
from vision.pipeline import ReaderSettings, TableReader
from vision.shared_light import BodyColours


def open_table_reader(
    folder: Path = FOLDER, *, threads: int = 1, settings: ReaderSettings | None = None
) -> TableReader:
    """Return a reader of dice; its models are loaded now, in half a second.

    Args:
        folder: where the models and their manifest lie.
        threads: for the networks, and for OpenCV in the whole process; more than one pays only on
            an idle machine.
        settings: how dice are read.

    Raises:
        ModelMissingError: a model or the manifest is not there.
        ModelDamagedError: a file is not the one that the manifest describes.
        ModelInputError: a model does not fit this version.
    """
    cv2.setNumThreads(threads)
    manifest = load_manifest(folder)
    finder = open_finder(model_bytes("finder", manifest), threads=threads)
    reader = open_reader(model_bytes("reader", manifest), threads=threads)
    entry = manifest.models["reader"]
    labels = LabelSet.parse(entry.labels)
    known = entry.details.get("body_colours")
    colours = BodyColours.parse(known) if known else None
    return TableReader(finder, reader, labels, settings=settings, colours=colours)
