"""Colours of the pieces, as on the table, and of the window behind the pages.

``kivy_ui/docs/design.md`` explains their use. Colours are sRGB with alpha, 0..1.
"""

from typing import Final, TypeAlias

Rgba: TypeAlias = tuple[float, float, float, float]


def rgba(code: str, alpha: float = 1.0) -> Rgba:
    """Return the colour of a hexadecimal *code* such as ``14181F``."""
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return red, green, blue, alpha


GROUND: Final = rgba("0E1217")
RAISED: Final = rgba("303C4A")
CLEAR: Final = rgba("000000", 0.0)
TEXT: Final = rgba("F1F4F8")
WAITING: Final = rgba("F3B95F")

# --- seats (distinguishable with colour-vision deficiency; always with the number) ---------------
SEAT_COLOURS: Final[dict[str, Rgba]] = {
    "blue": rgba("5AA9F8"),
    "orange": rgba("F39A3C"),
    "green": rgba("46C28B"),
    "purple": rgba("BC7CB8"),
    "yellow": rgba("F5DB55"),
    "white": rgba("E8EDF2"),
}

# --- game pieces on the board; each also has an icon, letters or a number -----------------------
PIECE_GROUNDS: Final[dict[str, Rgba]] = {
    "": rgba("D5DCE4"),
    "rey": rgba("BE8AD0"),
    "finn": rgba("64AEF5"),
    "chewbacca": rgba("F0766B"),
    "poe": rgba("F0B84C"),
    "bb8": rgba("F1F4F8"),
    "bombardment": rgba("5B1F22"),
}

# --- dice colours, measured on the real dice -----------------------------------------------------
DIE_BODIES: Final[dict[str, Rgba]] = {
    "home": rgba("FFF1FF"),
    "military": rgba("EF3856"),
    "consumption": rgba("EFB8F9"),
    "novelty": rgba("90D3FE"),
    "rare_elements": rgba("DDB36E"),
    "genes": rgba("A7DA2E"),
    "alien_technology": rgba("FFEE03"),
}
DIE_INKS: Final[dict[str, Rgba]] = {
    "home": rgba("4B3C39"),
    "military": rgba("471615"),
    "consumption": rgba("4F3442"),
    "novelty": rgba("30353A"),
    "rare_elements": rgba("45321F"),
    "genes": rgba("323F0E"),
    "alien_technology": rgba("523C12"),
}


def code(colour: Rgba) -> str:
    """Return the hexadecimal code of an opaque colour."""
    return "".join(f"{round(255 * part):02X}" for part in colour[:3])
