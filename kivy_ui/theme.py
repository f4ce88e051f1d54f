"""The design tokens: colours, text sizes, spacing, elevation, radii and motion of the whole window.

``kivy_ui/docs/design.md`` explains the use of each. Colours are sRGB with alpha, 0..1. Sizes are
plain numbers: ``.kv`` files apply ``sp()`` to text sizes and ``dp()`` to everything else, because
both depend on the window's density. The layout is designed for 800 x 480 dp; body text is readable
from one metre on a 7 inch display.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Rgba: TypeAlias = tuple[float, float, float, float]


def rgba(code: str, alpha: float = 1.0) -> Rgba:
    """Return the colour of a hexadecimal *code* such as ``14181F``."""
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return red, green, blue, alpha


# --- surfaces, from the back to the front: three levels of elevation above the ground -----------
GROUND: Final = rgba("0E1217")
SURFACE: Final = rgba("1A212A")
RAISED: Final = rgba("303C4A")
PRESSED: Final = rgba("3A4757")
RESTING: Final = rgba("212932")
"""A disabled control."""
LINE: Final = rgba("3B4858")
SHADE: Final = rgba("05070A", 0.72)
CLEAR: Final = rgba("000000", 0.0)
UNTINTED: Final = rgba("FFFFFF")
"""Draws a texture in its original colours."""

# --- text colours --------------------------------------------------------------------------------
TEXT: Final = rgba("F1F4F8")
MUTED: Final = rgba("BFCAD6")
FAINT: Final = rgba("8B99A8")
INK_ON_ACCENT: Final = rgba("0B1118")

# --- semantic colours; always combined with a symbol or a word -----------------------------------
ACCENT: Final = rgba("7DB8FF")
GOOD: Final = rgba("63D297")
WAITING: Final = rgba("F3B95F")
DOUBT: Final = rgba("FFB03B")
BAD: Final = rgba("FF8A80")
GOOD_GROUND: Final = rgba("163527")
WAITING_GROUND: Final = rgba("372B14")
BAD_GROUND: Final = rgba("4A1F20")
ACCENT_GROUND: Final = rgba("1B3049")

TABLE: Final = rgba("D5DCE4")
"""Border of instructions for the physical table: as light as the real cards; not tappable."""
GOLD: Final = rgba("F5C84B")
"""The crown of a winner."""

# --- text sizes (sp); no text is smaller than the first ------------------------------------------
TEXT_LEAST: Final = 16
"""Text on dice and icons, and text that does not fit in its own size."""

TEXT_SMALL: Final = 18
TEXT_BODY: Final = 20
TEXT_LARGE: Final = 28
TEXT_HUGE: Final = 44

TEXT_ACROSS: Final = 92
"""Status readable from the other side of the table: capitals of 12 mm and more on a 7 inch display
(154 mm for 800 dp); capitals are 0.71 of the font size."""

TEXT_ACROSS_WORD: Final = 148
"""The name of the current step, if it is short enough."""

# --- spacing (dp), on a grid of 8 with half steps ------------------------------------------------
STEP: Final = 8
GAP: Final = 8
HALF_GAP: Final = 4
WIDE_GAP: Final = 16
HAIR: Final = 2
HALF_HAIR: Final = 1
"""Inset of the border line of a control."""
OUTLINE: Final = 1.2
"""Width of the border line of a control."""
STROKE: Final = 1.6
"""Line width of drawings: curves, outlines on a picture."""
STROKE_OVER: Final = 2
"""Width of the dark line below another line, for contrast on any picture."""
CURVE: Final = 2.4
"""Line width of a chart curve, readable from one metre."""
STRIPE: Final = 6
"""Stripe in the seat's colour at the edge of a card or row."""
SCROLL_BAR: Final = 4
TOUCH: Final = 48
KEY: Final = 36
"""Minimum width of a letter key; ten fit beside each other in portrait orientation."""
BAR: Final = 56
FOOT: Final = 64
ICON_SMALL: Final = 20
ICON: Final = 24
ICON_LARGE: Final = 32
NARROW: Final = 720
"""Windows below this width use the portrait layout: columns become rows."""
TEXT_ROW: Final = 24
"""Height of one line of small text."""
DIE: Final = 30
"""A die in a row; large enough for two letters of small text."""

# --- radii (dp) ----------------------------------------------------------------------------------
RADIUS_MARK: Final = 4
RADIUS: Final = 8
RADIUS_PANEL: Final = 16

# --- motion (s) ----------------------------------------------------------------------------------
MOTION_S: Final = 0.2
REVEAL_S: Final = 1.0
"""Total duration of the reveal animation."""
APPEARING: Final = 1.3
"""Initial scale of a frame that appears around a die; it shrinks to 1."""
PULSE_STEP_S: Final = 0.25
PULSE_LIGHTS: Final = (0.0, 0.5, 1.0, 0.5)
"""Highlight of a doubtful die by step: four frames a second, so that software rendering has
little to draw while the user decides."""
GLOW: Final = 0.35
"""Opacity of a highlight over the background; text on it keeps its contrast."""

HIDDEN: Final = 1e-4
"""size_hint of a part without content; Kivy's layouts treat 0 as "unchanged"."""

# --- seats (distinguishable with colour-vision deficiency; always with the number) ---------------
SEAT_COLOURS: Final[dict[str, Rgba]] = {
    "blue": rgba("5AA9F8"),
    "orange": rgba("F39A3C"),
    "green": rgba("46C28B"),
    "purple": rgba("BC7CB8"),
    "yellow": rgba("F5DB55"),
    "white": rgba("E8EDF2"),
}
SEAT_UNKNOWN: Final = rgba("93A1AF")

# --- games: accent line over each game's board; the title names the game ------------------------
GAME_ACCENTS: Final[dict[str, Rgba]] = {
    "galactic_emperor": rgba("C792EA"),
    "gathering_storm": rgba("4DD0C4"),
    "gathering_storm_draft": rgba("4DD0C4"),
    "gathering_storm_solo": rgba("9CCC65"),
    "rule_the_galaxy": rgba("FF9E80"),
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

# --- tiles ---------------------------------------------------------------------------------------
DEVELOPMENT: Final = rgba("C9D3DE")

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


def grid(steps: float) -> float:
    """Return *steps* grid units in dp; half steps are the finest."""
    return steps * STEP


def seat_colour(key: str) -> Rgba:
    """Return the colour of a seat; grey for an unknown key."""
    return SEAT_COLOURS.get(key, SEAT_UNKNOWN)


def code(colour: Rgba) -> str:
    """Return the hexadecimal code of an opaque colour."""
    return "".join(f"{round(255 * part):02X}" for part in colour[:3])


def faded(colour: Rgba, alpha: float) -> Rgba:
    """Return *colour* with another opacity."""
    return colour[0], colour[1], colour[2], alpha
