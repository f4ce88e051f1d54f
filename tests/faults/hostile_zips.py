"""Zip files that somebody made to do harm, or that something spoilt: over fifty kinds."""

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

    def rewritten(**changes: Any) -> Made:
        """A backup with another list."""
        text = json.dumps({**manifest, **changes}).encode()
        return lambda path: _write(path, {**files, "backup.json": text})

    def more(name: str, modified_s: Any = 0) -> Made:
        """A backup with one more file, listed as it should be but for its date."""
        times = {**manifest["modified_s"], name: modified_s}
        text = json.dumps({**manifest, "modified_s": times}).encode()
        return lambda path: _write(path, {**files, name: b"x", "backup.json": text})

    for name in _NAMES:
        yield f"a file called {name[:30]!r}", more(name)
    yield "a date of the year 40000", more("data/x", 10**12)
    yield "a date that is no number", more("data/x", float("nan"))
    yield "a date that is a text", more("data/x", "1")
    yield "a list of another program", rewritten(schema="zip/1")
    yield "a newer schema", rewritten(schema="backup/2")
    yield "no list of files", rewritten(modified_s=None)
    yield "an empty list", rewritten(modified_s={})
    yield "a file that is not there", rewritten(modified_s={**manifest["modified_s"], "data/y": 0})
    yield "a log of an impossible name", rewritten(log={"name": "../x", "file": "/etc/passwd"})
    yield "a log in another place", rewritten(log={"name": "log/passwd", "file": "/etc/passwd"})
    yield "a log that is a number", rewritten(log=3)
    yield "a list that is nested deeply", lambda path: _write(path, {"backup.json": b"[" * 500_000})
    yield (
        "a list with a number of 5,000 digits",
        lambda path: _write(
            path, {"backup.json": b'{"schema": "backup/1", "modified_s": ' + b"9" * 5000 + b"}"}
        ),
    )
    yield (
        "a list of empty lists",
        lambda path: _write(path, {"backup.json": b"[" + b"[]," * 2_600_000 + b"[]]"}),
    )
    yield "a list that unpacks to 800 MB", lambda path: _zeros(path, {"backup.json": 800})
    yield "800 MB of zeros", lambda path: _zeros(path, {"data/zeros": 800})
    yield (
        "three times 400 MB of zeros",
        lambda path: _zeros(path, {"data/a": 400, "data/b": 400, "data/c": 400}),
    )
    yield "a small size for 400 MB", lambda path: _zeros(path, {"data/a": 400}, says=9)
    yield "a wrong checksum", lambda path: _patched(path, files, manifest, 14, b"\1\2\3\4")
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
    """A backup whose log is something else."""
    content = b"SQLite format 3\0" + bytes(4080)
    text = json.dumps(manifest).encode()
    return lambda path: _write(path, {**files, "data/games.sqlite": content, "backup.json": text})


def _write(path: Path, files: Mapping[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)


def _listed(*names: str) -> str:
    log = {"name": "data/games.sqlite", "file": ""}
    times = dict.fromkeys(names, 0)
    return json.dumps({"schema": "backup/1", "version": "", "log": log, "modified_s": times})


def _zeros(path: Path, sizes_mb: Mapping[str, int], *, says: int | None = None) -> None:
    """Files of so many megabytes; *says*: the size of each, in bytes, that the zip's list has."""
    piece = bytes(1_000_000)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, size_mb in sizes_mb.items():
            with archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as to:
                for _ in range(size_mb):
                    to.write(piece)
            if says is not None:
                archive.getinfo(name).file_size = says
        if "backup.json" not in sizes_mb:
            archive.writestr("backup.json", _listed(*sizes_mb))


def _packed(path: Path, packing: int) -> None:
    with zipfile.ZipFile(path, "w", packing) as archive:
        archive.writestr("data/x", bytes(2_000_000))
        archive.writestr("backup.json", _listed("data/x"), zipfile.ZIP_DEFLATED)
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
