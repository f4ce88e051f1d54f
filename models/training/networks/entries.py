"""Read and write the networks' entries in the manifest."""

import fcntl
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from models.store import MANIFEST, SCHEMA


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file as stored in the manifest."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


@contextmanager
def manifest_of(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield a folder's manifest for update under a file lock: trainings run concurrently."""
    path = folder / MANIFEST
    with path.open("a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        written = path.read_text(encoding="utf-8")
        content = json.loads(written) if written else {"schema": SCHEMA, "models": {}}
        yield content
        path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def write_entry(path: Path, details: dict[str, object]) -> None:
    """Write the entry of the network in file *path* into the manifest in the same folder."""
    with manifest_of(path.parent) as content:
        content["models"][path.stem] = {"file": path.name, "sha256": sha256_of(path), **details}


def add_details(folder: Path, name: str, details: dict[str, object]) -> dict[str, Any]:
    """Add *details* to the entry of network *name*; return the entry."""
    with manifest_of(folder) as content:
        entry: dict[str, Any] = content["models"][name]
        entry.update(details)
    return entry
