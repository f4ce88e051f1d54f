"""Short sounds for what people may not be looking at: made here, no files of anybody else's."""

from __future__ import annotations

import io
import logging
import math
import struct
import tempfile
import wave
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import Final

log = logging.getLogger(__name__)

RATE_HZ: Final = 22_050
_LOUDNESS: Final = 0.35
_FADE_S: Final = 0.012


class Sound(Enum):
    """What sounds."""

    STEP = "step"
    ERROR = "error"


_TONES: Final = MappingProxyType(
    {Sound.STEP: ((880.0, 0.09), (1174.7, 0.14)), Sound.ERROR: ((233.1, 0.14), (174.6, 0.2))}
)
"""Frequency in hertz and length in seconds of each tone."""


def as_wave(sound: Sound) -> bytes:
    """Return a sound as a WAV file: mono, 16 bit."""
    samples: list[int] = []
    for frequency_hz, length_s in _TONES[sound]:
        count = int(RATE_HZ * length_s)
        for number in range(count):
            time_s = number / RATE_HZ
            fade = min(1.0, time_s / _FADE_S, (length_s - time_s) / _FADE_S)
            height = math.sin(2 * math.pi * frequency_hz * time_s) * fade * _LOUDNESS
            samples.append(int(32767 * height))
    content = io.BytesIO()
    with wave.open(content, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return content.getvalue()


class Speaker:
    """Plays sounds; without a working sound device it is silent.

    The player reads files: they lie in a folder that is made for this process alone, since others
    can foresee a fixed name and put links there.
    """

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._loaded: dict[Sound, Callable[[], None] | None] = {}

    def play(self, sound: Sound) -> None:
        """Play *sound* at once."""
        if sound not in self._loaded:
            self._loaded[sound] = self._load(sound)
        player = self._loaded[sound]
        if player is not None:
            player()

    def _load(self, sound: Sound) -> Callable[[], None] | None:
        from kivy.core.audio import SoundLoader

        try:
            if self._folder is None:
                self._folder = tempfile.TemporaryDirectory(prefix="companion-sounds-")
            path = Path(self._folder.name) / f"companion-{sound.value}.wav"
            path.write_bytes(as_wave(sound))
            loaded = SoundLoader.load(str(path))
        except Exception as error:  # a machine without sound must not disturb the game
            log.warning("no sound", extra={"reason": str(error)})
            return None
        return loaded.play if loaded is not None else None
