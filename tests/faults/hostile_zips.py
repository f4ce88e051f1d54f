"""Zip files that somebody made to do harm, or that something spoilt: over fifty kinds."""

from __future__ import annotations

import hashlib
import json
import struct
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

_NAMES: Final = (
    "../evil", "data/../../evil", "/etc/passwd", "data//x", "data/./x", "other/x", "data", "data/",
    "data/a\\b", "data/a\nb", "data/\x07", "data/.ssh/authorized_keys", "data/cache/x",
    "data/backups/x.zip", "data/.restored-1/data/x", "data/.restoring/data/x", "data/x.lock",
    "data/before-restore-1/x", "data/" + "x" * 300, "data/" + "x/" * 600 + "x", "log/.bashrc",
    "log/a/b", "config/.bashrc", "C:\\x", "data/\u202e\x00", "",
)  # fmt: skip

Made = Callable[[Path], object]


def hostile_zips(good: Path) -> Iterator[tuple[str, Made]]:
    """Return what each kind is called and what writes one, given a good backup."""
    with zipfile.ZipFile(good) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(files.pop("backup.json"))

    def rewritten(entry: Mapping[str, Any] | None = None, **changes: Any) -> Made:
        """A backup with one more entry in its list, or another list."""
        listed = [*manifest["files"], dict(entry)] if entry is not None else manifest["files"]
        changed = {**manifest, "files": listed, **changes}
        return lambda path: _write(path, {**files, "backup.json": json.dumps(changed).encode()})

    def more(name: str, content: bytes = b"x", **changes: Any) -> Made:
        """A backup with one more file, listed as it should be but for *changes*."""
        entry = {
            "name": name, "bytes": len(content), "modified_s": 0,
            "sha256": hashlib.sha256(content).hexdigest(), **changes,
        }  # fmt: skip
        changed = {**manifest, "files": [*manifest["files"], entry]}
        text = json.dumps(changed).encode()
        return lambda path: _write(path, {**files, name: content, "backup.json": text})

    for name in _NAMES:
        yield f"a file called {name[:30]!r}", more(name)
    odd_entries: dict[str, dict[str, Any]] = {
        "no size": {"bytes": None},
        "a negative size": {"bytes": -1},
        "a size of terabytes": {"bytes": 10**13},
        "a size that is a text": {"bytes": "1"},
        "a wrong size": {"bytes": 2},
        "a wrong hash": {"sha256": "0" * 64},
        "no hash": {"sha256": None},
        "a date of the year 40000": {"modified_s": 10**12},
        "a date that is no number": {"modified_s": float("nan")},
    }
    for what, changes in odd_entries.items():
        yield what, more("data/x", **changes)
    yield "a list of another program", rewritten(schema="zip/1")
    yield "a newer schema", rewritten(schema="backup/2")
    yield "no list of files", rewritten(files=None)
    yield "an empty list", rewritten(files=[])
    yield (
        "a file that is not there",
        rewritten({"name": "data/y", "bytes": 1, "sha256": "", "modified_s": 0}),
    )
    yield "a log of an impossible name", rewritten(log={"name": "../x", "file": "/etc/passwd"})
    yield "a log in another place", rewritten(log={"name": "log/passwd", "file": "/etc/passwd"})
    yield "a log that is a number", rewritten(log=3)
    yield "a list that is nested deeply", lambda path: _write(path, {"backup.json": b"[" * 500_000})
    yield (
        "a list with a number of 5,000 digits",
        lambda path: _write(
            path, {"backup.json": b'{"schema": "backup/1", "files": ' + b"9" * 5000 + b"}"}
        ),
    )
    yield (
        "a list of empty lists",
        lambda path: _write(path, {"backup.json": b"[" + b"[]," * 2_600_000 + b"[]]"}),
    )
    yield "a list that unpacks to 800 MB", lambda path: _zeros(path, {"backup.json": 800})
    yield "800 MB of zeros", lambda path: _zeros(path, {"data/zeros": 800}, listed=True)
    yield (
        "three times 400 MB of zeros",
        lambda path: _zeros(path, {"data/a": 400, "data/b": 400, "data/c": 400}, listed=True),
    )
    yield "a small size for 400 MB", lambda path: _zeros(path, {"data/a": 400}, listed=True, says=9)
    yield "LZMA with a dictionary of 4 GB", lambda path: _packed(path, zipfile.ZIP_LZMA)
    yield "bzip2", lambda path: _packed(path, zipfile.ZIP_BZIP2)
    yield (
        "an unknown packing",
        lambda path: _patched(path, files, manifest, 8, struct.pack("<H", 99)),
    )
    yield "an encrypted file", lambda path: _patched(path, files, manifest, 6, b"\x01\x00")
    yield "the same file twice", lambda path: _twice(path, files, manifest)
    yield "300,000 names", _many_names
    yield "a directory of 400 MB", _long_directory
    yield "no zip", lambda path: path.write_bytes(b"shopping list\n" * 1000)
    yield "nothing", lambda path: path.write_bytes(b"")
    yield "an empty zip", lambda path: path.write_bytes(b"PK\5\6" + bytes(18))
    yield "a folder", lambda path: path.mkdir()
    yield "a foreign database as log", more_log(files, manifest)


def more_log(files: Mapping[str, bytes], manifest: Mapping[str, Any]) -> Made:
    """A backup whose log is something else, with a hash that fits."""
    content = b"SQLite format 3\0" + bytes(4080)
    entries = [each for each in manifest["files"] if each["name"] != "data/games.sqlite"]
    entry = {
        "name": "data/games.sqlite", "bytes": len(content), "modified_s": 0,
        "sha256": hashlib.sha256(content).hexdigest(),
    }  # fmt: skip
    text = json.dumps({**manifest, "files": [*entries, entry]}).encode()
    return lambda path: _write(path, {**files, "data/games.sqlite": content, "backup.json": text})


def _write(path: Path, files: Mapping[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)


def _zeros(
    path: Path, sizes_mb: Mapping[str, int], *, listed: bool = False, says: int | None = None
) -> None:
    entries = []
    piece = bytes(1_000_000)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, size_mb in sizes_mb.items():
            hashed = hashlib.sha256()
            with archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as to:
                for _ in range(size_mb):
                    hashed.update(piece)
                    to.write(piece)
            size = says if says is not None else size_mb * len(piece)
            entries.append(
                {"name": name, "bytes": size, "sha256": hashed.hexdigest(), "modified_s": 0}
            )
        if listed:
            archive.writestr("backup.json", json.dumps({"schema": "backup/1", "files": entries}))


def _packed(path: Path, packing: int) -> None:
    content = bytes(2_000_000)
    entry = {
        "name": "data/x", "bytes": len(content), "modified_s": 0,
        "sha256": hashlib.sha256(content).hexdigest(),
    }  # fmt: skip
    with zipfile.ZipFile(path, "w", packing) as archive:
        archive.writestr("data/x", content)
        text = json.dumps({"schema": "backup/1", "files": [entry]})
        archive.writestr("backup.json", text, zipfile.ZIP_DEFLATED)
    if packing == zipfile.ZIP_LZMA:  # the size of the dictionary follows nine bytes of header
        data = bytearray(path.read_bytes())
        start = 30 + len("data/x") + 4 + 1
        data[start : start + 4] = b"\xff" * 4
        path.write_bytes(data)


def _patched(
    path: Path, files: Mapping[str, bytes], manifest: Mapping[str, Any], at: int, value: bytes
) -> None:
    """Change a field of the first file's headers: at *at* in the local one, two on in the other."""
    _write(path, {**files, "backup.json": json.dumps(manifest).encode()})
    data = bytearray(path.read_bytes())
    for mark, shift in ((b"PK\3\4", 0), (b"PK\1\2", 2)):
        place = data.find(mark) + at + shift
        data[place : place + len(value)] = value
    path.write_bytes(data)


def _twice(path: Path, files: Mapping[str, bytes], manifest: Mapping[str, Any]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in (*files.items(), *files.items()):
            archive.writestr(zipfile.ZipInfo(name), content)
        archive.writestr("backup.json", json.dumps(manifest))


def _many_names(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(300_000):
            archive.writestr(zipfile.ZipInfo(f"data/{number}"), b"")


def _long_directory(path: Path) -> None:
    """A list of names that is said to be, and is, 400 MB long."""
    record = struct.pack(
        "<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, 0, 0, 33, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0
    )
    block = (record + b"a") * 100_000
    blocks = 400_000_000 // len(block)
    with path.open("wb") as file:
        for _ in range(blocks):
            file.write(block)
        size = blocks * len(block)
        file.write(struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 65_535, 65_535, size, 0, 0))
