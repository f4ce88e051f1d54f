"""Only whole and fitting models are used."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from models.errors import ModelDamagedError, ModelMissingError
from models.store import FOLDER
from vision import opening
from vision.core.errors import ModelInputError
from vision.opening import Precision, open_table_reader
from vision.pipeline import TableReader


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the models that come with the program."""
    for path in (*FOLDER.glob("*.onnx"), FOLDER / "manifest.json"):
        shutil.copy(path, tmp_path / path.name)
    return tmp_path


def precision_of(name: str) -> Precision:
    """The precision that needs a file."""
    return Precision.INTEGER if "int8" in name else Precision.FLOAT


def declare(folder: Path, model: str, content: bytes) -> None:
    """Write *content* as a model's file and its hash into the manifest."""
    manifest = json.loads((folder / "manifest.json").read_text())
    entry = manifest["models"][model]
    entry["sha256"] = hashlib.sha256(content).hexdigest()
    (folder / entry["file"]).write_bytes(content)
    (folder / "manifest.json").write_text(json.dumps(manifest))


def test_a_sound_folder_opens(folder: Path) -> None:
    """The copy is as good as the original."""
    assert isinstance(open_table_reader(folder), TableReader)


def test_weights_of_other_signs_are_refused(folder: Path) -> None:
    """A manifest of another version; one without any is read by limits alone."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    details = manifest["models"]["tilt"]
    del details["listing"]["lean"]
    path.write_text(json.dumps(manifest))
    with pytest.raises(ModelDamagedError) as caught:
        open_table_reader(folder)
    assert "listing" in caught.value.message
    del details["listing"]
    path.write_text(json.dumps(manifest))
    open_table_reader(folder)


NETWORKS = ("finder", "reader", "tilt")
FILES = tuple(f"{name}{form}.onnx" for form in ("", "_int8") for name in NETWORKS)


@pytest.mark.parametrize("name", [*FILES, "manifest.json"])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    """Nothing works half."""
    (folder / name).unlink()
    with pytest.raises(ModelMissingError) as caught:
        open_table_reader(folder, precision=precision_of(name))
    assert name in caught.value.message


@pytest.mark.parametrize("name", FILES)
def test_a_single_wrong_byte_is_noticed(folder: Path, name: str) -> None:
    """A bad card or a broken download never reads dice."""
    content = bytearray((folder / name).read_bytes())
    content[len(content) // 2] ^= 1
    (folder / name).write_bytes(bytes(content))
    with pytest.raises(ModelDamagedError) as caught:
        open_table_reader(folder, precision=precision_of(name))
    assert name in caught.value.message


@pytest.mark.parametrize("model", ["finder", "reader"])
def test_a_file_that_is_no_network_is_refused(folder: Path, model: str) -> None:
    """Even where the manifest vouches for it."""
    declare(folder, model, b"no network")
    with pytest.raises(ModelInputError) as caught:
        open_table_reader(folder, precision=Precision.FLOAT)
    assert caught.value.code == "model_unfit"


def test_networks_in_each_other_s_place_are_refused(folder: Path) -> None:
    """A reader is no finder."""
    declare(folder, "finder", (FOLDER / "reader.onnx").read_bytes())
    with pytest.raises(ModelInputError):
        open_table_reader(folder, precision=Precision.FLOAT)


def test_whole_numbers_of_another_network_are_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A network was replaced and its version of integers was not: the new one is read."""
    monkeypatch.setattr(opening, "int8_pays", lambda: True)
    manifest = json.loads((folder / "manifest.json").read_text())
    for name in (f"{name}_int8" for name in NETWORKS):
        manifest["models"][name]["made_of"] = "another"
        (folder / f"{name}.onnx").unlink()
    (folder / "manifest.json").write_text(json.dumps(manifest))
    assert isinstance(open_table_reader(folder), TableReader)


@pytest.mark.parametrize(("pays", "missing"), [(True, "finder_int8.onnx"), (False, "finder.onnx")])
def test_the_processor_decides_which_networks_are_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch, pays: bool, missing: str
) -> None:
    """Whole numbers where they are faster; the other file is not even opened."""
    monkeypatch.setattr(opening, "int8_pays", lambda: pays)
    (folder / missing).unlink()
    with pytest.raises(ModelMissingError) as caught:
        open_table_reader(folder)
    assert missing in caught.value.message
