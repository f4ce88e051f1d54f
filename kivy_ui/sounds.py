"""Short notification sounds, synthesised here; no third-party audio files."""

import io
import logging
import math
import struct
import tempfile
import wave
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from companion.errors import CompanionError

log = logging.getLogger(__name__)

RATE_HZ: Final = 22_050
_LOUDNESS: Final = 0.35
_FADE_S: Final = 0.012


class Sound(Enum):
    """Events with a notification sound."""

    END = "end"
    REVEAL = "reveal"
    DOUBT = "doubt"
    TURN = "turn"
    READY = "ready"
    ERROR = "error"


_TONES: Final = MappingProxyType(
    {
        Sound.END: ((523.3, 0.12), (659.3, 0.12), (784.0, 0.12), (1046.5, 0.34)),
        Sound.REVEAL: ((392.0, 0.07), (587.3, 0.07), (880.0, 0.07), (1174.7, 0.2)),
        Sound.DOUBT: ((659.3, 0.1), (622.3, 0.16)),
        Sound.TURN: ((880.0, 0.09), (1174.7, 0.14)),
        Sound.READY: ((1046.5, 0.06),),
        Sound.ERROR: ((233.1, 0.14), (174.6, 0.2)),
    }
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


class NoSoundError(CompanionError, OSError):
    """No audio output is available."""

    code = "no_sound"
    template = "There is no sound: no working audio device was found."
    hint = "Connect a loudspeaker, then restart the program. The game works without sound."


class Speaker:
    """Plays sounds; silent if there is no working audio device.

    Attributes:
        volume: 0..1.

    The audio player needs files: they are written to a temporary directory private to this
    process, because other users could plant links under a predictable name.
    """

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._loaded: dict[Sound, Any] = {}
        self._silent = False
        self.volume = 1.0

    def play(self, sound: Sound) -> bool:
        """Play *sound* at once; return whether audio output works."""
        if self._silent:
            return False
        if sound not in self._loaded:
            self._loaded[sound] = self._load(sound)
        player = self._loaded[sound]
        if player is None:
            self._silent = True  # do not try to open a missing device again for every sound
            return False
        player.volume = self.volume
        player.play()
        return True

    def _load(self, sound: Sound) -> Any:
        from kivy.core.audio import SoundLoader

        try:
            if self._folder is None:
                self._folder = tempfile.TemporaryDirectory(prefix="companion-sounds-")
            path = Path(self._folder.name) / f"companion-{sound.value}.wav"
            path.write_bytes(as_wave(sound))
            loaded = SoundLoader.load(str(path))
        except Exception as error:  # a missing audio device must not disturb the game
            log.warning("no sound", extra={"reason": str(error)})
            return None
        if loaded is None or not loaded.length:  # without a device SDL returns an empty sound
            log.warning("no sound", extra={"reason": "no sound device"})
            return None
        return loaded
