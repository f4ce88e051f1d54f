"""Models are only used when they are exactly the bytes that were made."""

import hashlib
import json
import sys
from pathlib import Path

import pytest

from companion.errors import CompanionError
from models.errors import ModelDamagedError, ModelMissingError, ModelPackageMissingError
from models.store import FOLDER, load_manifest, model_bytes

CONTENT = b"not really a network"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "reader.onnx").write_bytes(CONTENT)
    entry = {
        "file": "reader.onnx",
        "sha256": hashlib.sha256(CONTENT).hexdigest(),
        "labels": ["home/explore", "none"],
    }
    manifest = {"schema": "models/1", "models": {"reader": entry}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return tmp_path


def test_bytes_come_with_the_right_hash(folder: Path) -> None:
    """An untouched file is returned whole, its labels in their order."""
    manifest = load_manifest(folder)
    assert model_bytes("reader", manifest) == CONTENT
    assert manifest.models["reader"].labels == ("home/explore", "none")


@pytest.mark.parametrize("content", [b"", CONTENT[:-1], CONTENT + b" ", b"N" + CONTENT[1:]])
def test_a_changed_file_is_refused(folder: Path, content: bytes) -> None:
    """Empty, cut, longer or altered by one byte: all are damage."""
    (folder / "reader.onnx").write_bytes(content)
    with pytest.raises(ModelDamagedError) as caught:
        model_bytes("reader", load_manifest(folder))
    assert caught.value.code == "model_damaged"
    assert "reader.onnx" in caught.value.message


def test_a_missing_file_is_named(folder: Path) -> None:
    """The error says which file is missing and what to do."""
    (folder / "reader.onnx").unlink()
    with pytest.raises(ModelMissingError) as caught:
        model_bytes("reader", load_manifest(folder))
    assert caught.value.code == "model_missing"
    assert "reader.onnx" in caught.value.message
    assert "make train" in caught.value.hint_text


def test_an_unknown_model_is_missing(folder: Path) -> None:
    """A network that the manifest does not name counts as missing."""
    with pytest.raises(ModelMissingError):
        model_bytes("finder", load_manifest(folder))


def test_no_manifest_is_a_missing_model(tmp_path: Path) -> None:
    """A folder without manifest has no models."""
    with pytest.raises(ModelMissingError):
        load_manifest(tmp_path)


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 100_000, "[]", "{}", '{"schema": "models/1", "models": {"reader": {}}}',
             '{"schema": "models/9", "models": {}}']
)  # fmt: skip
def test_a_broken_manifest_is_damage(tmp_path: Path, text: str) -> None:
    """What is no manifest of this schema gets one clear error, never another exception."""
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(CompanionError) as caught:
        load_manifest(tmp_path)
    assert caught.value.code == "model_damaged"


def test_the_shipped_models_are_whole() -> None:
    """The repository's own files fit their manifest; those for dice stay below six megabytes."""
    manifest = load_manifest(FOLDER)
    sizes = {name: len(model_bytes(name, manifest)) for name in manifest.models}
    dice = [name for name in sizes if not name.startswith(("tile_", "players_"))]
    assert {"finder", "reader", "tilt", "light"} < set(dice)
    assert sum(sizes[name] for name in dice) < 6_000_000


def test_a_model_of_a_package_is_found_there_without_importing_it(folder: Path) -> None:
    """The hash is checked as for any other; a missing package is named with the line that helps."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    entry = manifest["models"]["reader"]
    (folder / "some_package" / "files").mkdir(parents=True)
    (folder / "some_package" / "__init__.py").write_text("raise RuntimeError", encoding="utf-8")
    (folder / "some_package" / "files" / "reader.onnx").write_bytes(CONTENT)
    entry["package"] = {"name": "some_package", "version": "1.2", "folder": "files"}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(ModelPackageMissingError) as caught:
        model_bytes("reader", load_manifest(folder))
    assert "some_package==1.2" in caught.value.hint_text
    sys.path.insert(0, str(folder))
    try:
        assert model_bytes("reader", load_manifest(folder)) == CONTENT
    finally:
        sys.path.remove(str(folder))
