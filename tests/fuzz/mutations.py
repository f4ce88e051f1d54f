"""Damage as it happens to files and lines: flipped, cut, doubled, exchanged, moved."""

import random
from typing import Final

_WORDS: Final = (
    b"0",
    b"-1",
    b"99999999999999999999",
    b"null",
    b"[]",
    b"{}",
    b'""',
    b"\x00",
    b"1e999",
)


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Return *data* with one to four changes."""
    out = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(out) + 1)
        length = min(chance.choice((1, 2, 16, 400)), len(out) - at)
        match chance.randrange(6):
            case 0 if out:
                out[chance.randrange(len(out))] ^= 1 << chance.randrange(8)
            case 1:
                out[at : at + length] = chance.randbytes(length)
            case 2:
                del out[at : at + length]
            case 3:
                out[at:at] = out[at : at + length]
            case 4:
                del out[at:]
            case _:
                out[at : at + length] = chance.choice(_WORDS)
    return bytes(out)
