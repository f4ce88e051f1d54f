"""Read and write the networks' entries in the manifest."""

from __future__ import annotations

import fcntl
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from models.store import MANIFEST


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file as stored in the manifest."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_manifest(folder: Path, content: dict[str, object]) -> None:
    """Write the whole manifest of a folder."""
    (folder / MANIFEST).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def entries_of(folder: Path, prefix: str) -> dict[str, Any]:
    """Return the entries of a folder's manifest whose names begin with *prefix*."""
    path = folder / MANIFEST
    models = json.loads(path.read_text(encoding="utf-8"))["models"] if path.exists() else {}
    return {name: entry for name, entry in models.items() if name.startswith(prefix)}


def write_entry(path: Path, name: str, details: dict[str, object]) -> None:
    """Write the entry of network *name* into the manifest in the same folder.

    Args:
        path: the network's file.
        details: further fields of the entry.
    """
    with _locked_entries(path.parent) as models:
        models[name] = {"file": path.name, "sha256": sha256_of(path), **details}


def add_details(folder: Path, name: str, details: dict[str, object]) -> None:
    """Add *details* to the entry of network *name*."""
    with _locked_entries(folder) as models:
        models[name].update(details)


@contextmanager
def _locked_entries(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the entries for update under a file lock: trainings run concurrently."""
    with (folder / MANIFEST).open(encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        content = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        yield content["models"]
        write_manifest(folder, content)
