"""Put the reader together from the models that come with the program."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

import cv2

from models.store import FOLDER, Manifest, load_manifest, model_bytes
from vision.classification.colour_constancy import BodyColours
from vision.classification.listing import SIGNS as LISTING_SIGNS
from vision.classification.set_classifier import SetClassifier
from vision.classification.type_ensemble import TypeEnsemble
from vision.classification.weights import SignWeights
from vision.core.inference import open_finder, open_light, open_reader, open_tilt
from vision.core.labels import LabelSet
from vision.core.processor import whole_numbers_pay
from vision.decision.askew import SIGNS as ASKEW_SIGNS
from vision.decision.askew import UNWEIGHED
from vision.pipeline import ReaderSettings, TableReader


class Precision(Enum):
    """How the networks calculate."""

    FASTEST = "fastest"
    """Whole numbers where the processor is made for them and the folder holds such models."""

    FLOAT = "fp32"
    INTEGER = "int8"


def open_table_reader(
    folder: Path = FOLDER,
    *,
    threads: int = 1,
    settings: ReaderSettings | None = None,
    precision: Precision = Precision.FASTEST,
) -> TableReader:
    """Return a reader of dice; its models are loaded now, in half a second.

    Args:
        folder: where the models and their manifest lie.
        threads: for the networks, and for OpenCV in the whole process; more than one pays only on
            an idle machine.
        settings: how dice are read.
        precision: how the networks calculate.

    Raises:
        ModelMissingError: a model or the manifest is not there.
        ModelDamagedError: a file is not the one that the manifest describes.
        ModelInputError: a model does not fit this version.
    """
    cv2.setNumThreads(threads)
    manifest = load_manifest(folder)
    finder = open_finder(_network("finder", manifest, precision), threads=threads)
    reader = open_reader(_network("reader", manifest, precision), threads=threads)
    entry = manifest.models["reader"]
    labels = LabelSet.parse(entry.labels)
    together = tilt = None
    if "light" in manifest.models:
        types = manifest.models["light"].details["types"]
        together = SetClassifier(open_light(model_bytes("light", manifest), threads=threads), types)
    known = entry.details.get("body_colours")
    light = TypeEnsemble(BodyColours.parse(known), together) if known else None
    listing, askew = None, UNWEIGHED
    if "tilt" in manifest.models:
        tilt = open_tilt(_network("tilt", manifest, precision), threads=threads)
        details = manifest.models["tilt"].details
        if "weights" in details:
            askew = SignWeights.parse(details["weights"], ASKEW_SIGNS)
        if "listing" in details:
            listing = SignWeights.parse(details["listing"], LISTING_SIGNS)
    return TableReader(
        finder,
        reader,
        labels,
        settings=settings,
        light=light,
        tilt=tilt,
        listing=listing,
        askew=askew,
    )


def _network(name: str, manifest: Manifest, precision: Precision) -> bytes:
    """Return a network; one of whole numbers only if it was made of the very network beside it."""
    whole = manifest.models.get(f"{name}_int8")
    fits = whole is not None and whole.details.get("made_of") == manifest.models[name].sha256
    if precision is Precision.INTEGER or (
        precision is Precision.FASTEST and fits and whole_numbers_pay()
    ):
        return model_bytes(f"{name}_int8", manifest)
    return model_bytes(name, manifest)
