"""The model files and their manifest; a file is used only if its hash matches."""

import hashlib
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.text_formats import from_json
from models.errors import ModelDamagedError, ModelMissingError, ModelPackageMissingError

FOLDER = Path(__file__).parent
MANIFEST = "manifest.json"
SCHEMA = "models/1"


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """The manifest entry of one network.

    Attributes:
        file: name of the ONNX file in the folder.
        sha256: hash of its bytes, lower-case hexadecimal.
        labels: names of its outputs; empty if there are none.
        details: input, outputs, geometry, recipe, seeds and metrics as in the manifest.
    """

    name: str
    file: str
    sha256: str
    labels: tuple[str, ...]
    details: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Manifest:
    """The models of a folder by name, such as "finder" and "reader"."""

    folder: Path
    models: Mapping[str, ModelEntry]


def load_manifest(folder: Path = FOLDER) -> Manifest:
    """Return the manifest of a folder with models.

    Raises:
        ModelMissingError: if it is missing.
        ModelDamagedError: if it cannot be read or is of another schema.
    """
    path = folder / MANIFEST
    try:
        content = from_json(path.read_text(encoding="utf-8"))
    except FileNotFoundError as err:
        raise ModelMissingError(file=MANIFEST) from err
    except (OSError, ValueError) as err:
        raise ModelDamagedError(file=MANIFEST, reason="it cannot be read") from err
    try:
        schema = content["schema"]
        models = {name: _entry(name, entry) for name, entry in content["models"].items()}
    except (KeyError, TypeError, AttributeError) as err:
        raise ModelDamagedError(file=MANIFEST, reason="it lacks an entry") from err
    if schema != SCHEMA:
        raise ModelDamagedError(file=MANIFEST, reason=f"it is of schema {schema}, not {SCHEMA}")
    return Manifest(folder, MappingProxyType(models))


def model_bytes(name: str, manifest: Manifest | None = None) -> bytes:
    """Return the bytes of a model after checking their hash.

    Raises:
        ModelMissingError: if the manifest or the file is missing.
        ModelPackageMissingError: if the file comes with a package that is not installed.
        ModelDamagedError: if the file's hash is not the one in the manifest.
    """
    manifest = manifest or load_manifest()
    entry = manifest.models.get(name)
    if entry is None:
        raise ModelMissingError(file=f"{name}.onnx")
    folder = _home(entry, manifest.folder)
    try:
        content = (folder / entry.file).read_bytes()
    except FileNotFoundError as err:
        raise ModelMissingError(file=entry.file) from err
    except OSError as err:
        raise ModelDamagedError(file=entry.file, reason="it cannot be read") from err
    if hashlib.sha256(content).hexdigest() != entry.sha256:
        raise ModelDamagedError(file=entry.file, reason="its hash is not the one in the manifest")
    return content


def _home(entry: ModelEntry, folder: Path) -> Path:
    """Return the folder of a model's file: the manifest's own, or an installed package's.

    Raises:
        ModelPackageMissingError: the package is not installed.
    """
    package = entry.details.get("package")
    if package is None:
        return folder
    spec = importlib.util.find_spec(str(package["name"]))  # found, not imported
    if spec is None or not spec.submodule_search_locations:
        raise ModelPackageMissingError(
            file=entry.file, package=package["name"], version=package["version"]
        )
    return Path(spec.submodule_search_locations[0]) / str(package["folder"])


def _entry(name: str, entry: Mapping[str, Any]) -> ModelEntry:
    return ModelEntry(
        name=name,
        file=str(entry["file"]),
        sha256=str(entry["sha256"]),
        labels=tuple(str(label) for label in entry.get("labels", ())),
        details=MappingProxyType(dict(entry)),
    )
