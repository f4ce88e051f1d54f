"""What was chosen on the touchscreen, in a small file that only the companion writes."""

from __future__ import annotations

import json
import logging
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from companion.settings import LANGUAGES

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Choices:
    """``language`` is None until somebody chooses one."""

    language: str | None = None


def read_choices(path: Path) -> Choices:
    """Return what *path* holds; nothing chosen where it is missing or damaged."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Choices()
    except (OSError, ValueError, RecursionError) as err:
        log.warning("choices cannot be read", extra={"path": str(path), "reason": str(err)})
        return Choices()
    language = content.get("language") if isinstance(content, dict) else None
    return Choices(language if language in LANGUAGES else None)


def write_choices(path: Path, choices: Choices) -> bool:
    """Replace the file at once, so that it is always whole; False where the disk refused."""
    fresh = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with fresh.open("w", encoding="utf-8") as file:
            json.dump(asdict(choices), file)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as err:
        log.warning("choices cannot be written", extra={"path": str(path), "reason": str(err)})
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        return False
    return True
