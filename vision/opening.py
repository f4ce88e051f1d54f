"""Build the reader from the models that are shipped with the program."""

from enum import Enum
from pathlib import Path

import cv2

from models.errors import ModelDamagedError
from models.store import FOLDER, MANIFEST, Manifest, load_manifest, model_bytes
from vision.classification.listing import FEATURES, FeatureWeights
from vision.classification.set_classifier import SetClassifier
from vision.core.inference import open_image_net, open_light
from vision.core.labels import LabelSet
from vision.core.runtime import int8_pays
from vision.mats.pose import DIE_EDGE_MM
from vision.pipeline import TableReader


class Precision(Enum):
    """Numeric precision of the networks."""

    FASTEST = "fastest"
    """int8 where the CPU has instructions for it and the folder holds such models."""

    FLOAT = "fp32"
    INTEGER = "int8"


def open_table_reader(
    folder: Path = FOLDER,
    *,
    threads: int = 1,
    die_edge_mm: float = DIE_EDGE_MM,
    precision: Precision = Precision.FASTEST,
) -> TableReader:
    """Return a dice reader; loading its models takes half a second.

    Args:
        threads: for the networks, and for OpenCV in the whole process; more than one is faster only
            on an idle machine.

    Raises:
        ModelMissingError: a model or the manifest is missing.
        ModelDamagedError: a file is not the one that the manifest describes.
        ModelInputError: a model does not fit this version.
    """
    cv2.setNumThreads(threads)
    manifest = load_manifest(folder)
    finder, reader, tilt = (
        open_image_net(name, _network(name, manifest, precision), threads=threads)
        for name in ("finder", "reader", "tilt")
    )
    entry = manifest.models["reader"]
    labels = LabelSet.parse(entry.labels)
    light = open_light(model_bytes("light", manifest), threads=threads)
    types = manifest.models["light"].details["types"]
    return TableReader(
        finder,
        reader,
        tilt,
        labels,
        die_edge_mm=die_edge_mm,
        light=SetClassifier(light, types),
        listing=_listing_weights(manifest),
    )


def _listing_weights(manifest: Manifest) -> FeatureWeights | None:
    """Return the weights in the tilt network's entry; None before they are fitted."""
    written = manifest.models["tilt"].details.get("listing")
    if written is None:
        return None
    try:
        return FeatureWeights.parse(written, FEATURES)
    except KeyError as err:
        reason = "the listing weights belong to another version of this program"
        raise ModelDamagedError(file=MANIFEST, reason=reason) from err


def _network(name: str, manifest: Manifest, precision: Precision) -> bytes:
    """Return a network's bytes; with ``FASTEST`` int8 only if quantised from that float network."""
    int8 = manifest.models.get(f"{name}_int8")
    fits = int8 is not None and int8.details.get("made_of") == manifest.models[name].sha256
    if precision is Precision.INTEGER or (precision is Precision.FASTEST and fits and int8_pays()):
        return model_bytes(f"{name}_int8", manifest)
    return model_bytes(name, manifest)
