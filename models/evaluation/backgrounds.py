"""Backgrounds: tables, cloths, papers and boards, drawn to scale in millimetres."""

from collections.abc import Callable
from typing import Any, Final

import cv2
import numpy as np

from models.evaluation.glyphs import COLORS, Image, Random, Style, ink, linear

WORDS: Final = str.split(
    "the market council said on Monday that new rail lines between north and south will open "
    "next spring after long delays, while visitors from several towns asked for later trains, "
    "weather cool with rain in the west. Prices 14.50 per box, 1,204 sold; results 3:2 and 0:0"
)


def noise(rng: Random, shape: tuple[int, int], cell: float, octaves: int = 4) -> Image:
    """Fractal noise of about -1..1 whose largest features are *cell* pixels wide."""
    total = np.zeros(shape, np.float32)
    for octave in range(octaves):
        step = max(cell / 2**octave, 1.0)
        grid = (max(2, int(shape[0] / step) + 2), max(2, int(shape[1] / step) + 2))
        part = rng.uniform(-1, 1, grid).astype(np.float32)
        total += cv2.resize(part, shape[::-1], interpolation=cv2.INTER_CUBIC) / 2**octave
    return total / 1.4


class Sheet:
    """A square background being drawn: sRGB 0..255 floats, *scale* pixels per millimetre."""

    def __init__(self, rng: Random, span_mm: float, size_px: int) -> None:
        self.rng, self.size, self.scale = rng, size_px, size_px / span_mm
        self.rgb = np.zeros((size_px, size_px, 3), np.float32)
        y, x = np.mgrid[0:size_px, 0:size_px].astype(np.float32)
        self.x_mm, self.y_mm = x / self.scale, y / self.scale

    def noise(self, cell_mm: float, octaves: int = 4) -> Image:
        """Fractal noise over the sheet."""
        return noise(self.rng, (self.size, self.size), cell_mm * self.scale, octaves)

    def paint(self, color: Any, by: Any = 0.0) -> None:
        """Fill with one colour, its brightness modulated by a relative amount."""
        self.rgb[:] = np.asarray(color, np.float32)
        self.rgb *= 1 + np.asarray(by, np.float32)[..., None]

    def mix(self, color: Any, alpha: Image) -> None:
        """Alpha-blend a colour over the sheet."""
        weight = np.clip(alpha, 0, 1)[..., None]
        self.rgb = self.rgb * (1 - weight) + np.asarray(color, np.float32) * weight

    def threads(self, pitch_mm: float, depth: float) -> Image:
        """Relative brightness of a plain weave."""
        u, v = self.x_mm / pitch_mm, self.y_mm / pitch_mm
        over = (np.floor(u) + np.floor(v)) % 2
        weave = np.where(over > 0, np.abs(np.sin(np.pi * u)), np.abs(np.sin(np.pi * v)))
        return np.asarray(weave - 0.64) * (depth if pitch_mm * self.scale > 1.6 else 0)

    def canvas(self) -> Image:
        """An 8-bit copy for OpenCV to draw on."""
        return np.ascontiguousarray(np.clip(self.rgb, 0, 255).astype(np.uint8))

    def px(self, *mm: float) -> tuple[int, ...]:
        """Millimetres to integer pixels."""
        return tuple(round(value * self.scale) for value in mm)


def _color(rng: Random, low: int = 20, high: int = 235) -> Image:
    return rng.uniform(low, high, 3)


def _wood(s: Sheet) -> None:
    tones = [(196, 152, 104), (120, 74, 42), (224, 190, 140), (84, 52, 36), (168, 120, 74)]
    tone = np.asarray(s.rng.permutation(tones)[0])
    plank_mm = s.rng.uniform(60, 190)
    plank = np.floor(s.y_mm / plank_mm)
    stretch = cv2.resize(
        noise(s.rng, (s.size, max(s.size // 24, 8)), 9 * s.scale, 6), (s.size, s.size)
    )
    rings = np.sin((s.y_mm / s.rng.uniform(2, 7) + 5 * s.noise(160, 2) + 2.5 * stretch) * 2)
    fine = cv2.resize(noise(s.rng, (s.size, max(s.size // 60, 8)), 3, 1), (s.size, s.size))
    shade = s.rng.normal(0, 0.08, 64)[plank.astype(int) % 64]
    s.paint(tone, 0.09 * rings + 0.07 * stretch + 0.06 * fine + shade)
    if s.rng.random() < 0.6:
        s.mix(tone * 0.3, np.abs(s.y_mm / plank_mm - np.round(s.y_mm / plank_mm)) * plank_mm < 0.6)


def _paper(s: Sheet) -> None:
    s.paint(s.rng.choice([(244, 243, 238), (250, 250, 252), (226, 208, 176), (236, 230, 205)]))
    s.rgb *= 1 + 0.012 * s.noise(3)[..., None]
    ruled = s.rng.random()
    if ruled < 0.35:
        for grid in (s.x_mm, s.y_mm) if ruled < 0.2 else (s.y_mm,):
            s.mix((150, 180, 220), (np.abs(grid % 5) < 0.25) * 0.7)


def _cloth(s: Sheet, tone: Any) -> None:
    fold = 0.10 * s.noise(s.rng.uniform(80, 200), 2)
    s.paint(tone, fold + s.threads(s.rng.uniform(0.35, 0.9), 0.25) + 0.05 * s.noise(1.5, 2))


def _felt(s: Sheet) -> None:
    tones = [(20, 110, 60), (150, 24, 36), (28, 52, 130), (110, 40, 120), (230, 150, 30)]
    tones += [(60, 160, 170), (180, 200, 60), (210, 170, 200)]
    s.paint(s.rng.permutation(tones)[0], 0.10 * s.noise(1.2, 2) + 0.05 * s.noise(40))


def _chequered(s: Sheet) -> None:
    cell_mm = float(np.exp(s.rng.uniform(np.log(4), np.log(45))))
    one, two = _color(s.rng, 150, 250), _color(s.rng, 10, 200)
    odd = (np.floor(s.x_mm / cell_mm) + np.floor(s.y_mm / cell_mm)) % 2
    s.paint(one, s.threads(0.6, 0.12) + 0.04 * s.noise(60))
    s.mix(two, odd * 0.95)


def _gingham(s: Sheet) -> None:
    cell_mm, tone = s.rng.uniform(4, 16), _color(s.rng, 10, 190)
    s.paint((245, 243, 238))
    for axis in (s.x_mm, s.y_mm):
        s.mix(tone, (np.floor(axis / cell_mm) % 2) * 0.55)
    s.rgb *= 1 + (s.threads(0.5, 0.2) + 0.04 * s.noise(70))[..., None]


def _tartan(s: Sheet) -> None:
    tones = [_color(s.rng, 10, 180) for _ in range(4)]
    widths = s.rng.uniform(1.5, 22, 7)
    picks = s.rng.integers(0, 4, 7)
    edges = np.cumsum(widths)
    rows = []
    for axis in (s.x_mm, s.y_mm):
        at = np.searchsorted(edges, axis % edges[-1]).clip(0, 6)
        rows.append(np.asarray(tones)[picks[at]])
    twill = ((s.x_mm + s.y_mm) / 0.9 % 1 < 0.5)[..., None]
    fine = 0.9 * s.scale > 2
    s.rgb = np.where(twill, rows[0], rows[1]) if fine else (rows[0] + rows[1]) / 2
    s.rgb = (s.rgb * (1 + 0.05 * s.noise(50)[..., None])).astype(np.float32)


def _woven(s: Sheet) -> None:
    tone, pitch = _color(s.rng, 90, 220), s.rng.uniform(2, 6)
    s.paint(tone, s.threads(pitch, 0.7) + 0.1 * s.noise(2, 2) + 0.05 * s.noise(80))


def _floral(s: Sheet) -> None:
    s.paint(_color(s.rng, 120, 250), 0.03 * s.noise(60))
    image, tones = s.canvas(), [_color(s.rng, 20, 240) for _ in range(4)]
    size_mm = s.rng.uniform(8, 34)
    for _ in range(int((s.size / s.scale / size_mm) ** 2 * 0.8)):
        x, y = s.rng.uniform(0, s.size, 2)
        tone, petals = tones[s.rng.integers(0, 3)], int(s.rng.integers(4, 8))
        reach, turn = size_mm * s.scale * s.rng.uniform(0.2, 0.42), s.rng.uniform(0, 7)
        stem = [int(x + reach * 2 * np.cos(turn)), int(y + reach * 2 * np.sin(turn))]
        cv2.line(image, (int(x), int(y)), stem, (60, 120, 60), max(1, int(reach / 6)))
        for angle in turn + np.arange(petals) * 2 * np.pi / petals:
            at = (int(x + reach * 0.6 * np.cos(angle)), int(y + reach * 0.6 * np.sin(angle)))
            axes = (max(1, int(reach * 0.45)), max(1, int(reach * 0.26)))
            cv2.ellipse(image, at, axes, np.degrees(angle), 0, 360, tone.tolist(), -1, cv2.LINE_AA)
        cv2.circle(image, (int(x), int(y)), max(1, int(reach * 0.25)), tones[3].tolist(), -1)
    s.rgb = image.astype(np.float32)
    s.rgb *= 1 + s.threads(0.5, 0.12)[..., None]


def _newspaper(s: Sheet) -> None:
    s.paint(s.rng.choice([(226, 221, 208), (246, 246, 244)]), 0.02 * s.noise(4))
    image = s.canvas()
    column_mm, left = s.rng.uniform(45, 70), 3.0
    fonts = (cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SIMPLEX)
    while left * s.scale < s.size:
        y = s.rng.uniform(2, 14)
        while y * s.scale < s.size:
            kind = s.rng.random()
            height = s.rng.uniform(5, 13) if kind < 0.06 else 2.1
            if kind > 0.97:
                box = [*s.px(left, y), *s.px(left + column_mm - 4, y + 30)]
                tone = float(s.rng.uniform(60, 190))
                cv2.rectangle(image, box[:2], box[2:], (tone,) * 3, -1)
                y += 33
                continue
            text = " ".join(s.rng.permutation(WORDS)[: max(2, int(column_mm / height / 3.8))])
            if 1.2 * height * s.scale < 3:
                grey = np.array([float(s.rng.uniform(120, 170))] * 3)
                cv2.line(image, s.px(left, y), s.px(left + column_mm - 4, y), grey.tolist(), 1)
            else:
                thick = max(1, round(height * s.scale / 14))
                at, size = s.px(left, y + height), height * s.scale / 24
                cv2.putText(image, text, at, fonts[int(kind * 1e4) % 3], size, (35,) * 3, thick, 16)
            y += height * 1.5
        left += column_mm
    s.rgb = image.astype(np.float32)


def _marble(s: Sheet) -> None:
    tone = s.rng.permutation([(232, 230, 226), (60, 62, 66), (190, 200, 190), (214, 190, 170)])[0]
    vein = np.abs(s.noise(140, 6) + 0.4 * s.noise(40, 4))
    s.paint(tone, 0.05 * s.noise(90))
    s.mix(np.asarray(tone) * 0.45 + (90 if tone[0] < 100 else 0), np.exp(-vein * 22) * 0.8)
    s.mix((120, 116, 110), (s.noise(0.8, 1) > 0.75) * s.rng.uniform(0, 0.6))


def _stone_tile(s: Sheet) -> None:
    cell_mm, tone = s.rng.uniform(25, 110), _color(s.rng, 70, 210) * 0.4 + 90
    cells = [np.floor(a / cell_mm).astype(int) % 32 for a in (s.x_mm, s.y_mm)]
    s.paint(tone, s.rng.normal(0, 0.08, (32, 32))[cells[0], cells[1]] + 0.12 * s.noise(8))
    for axis in (s.x_mm, s.y_mm):
        s.mix((150, 146, 140), np.abs(axis % cell_mm) < 2)


def _game_board(s: Sheet) -> None:
    s.paint(_color(s.rng, 60, 220), 0.05 * s.noise(30))
    image, cell_mm = s.canvas(), s.rng.uniform(18, 42)
    style, faces = Style.random(s.rng), ("explore", "develop", "settle", "produce", "ship", "wild")
    kinds, n = list(COLORS), int(s.size / s.scale / cell_mm) + 1
    for row in range(n):
        for column in range(n):
            x, y = column * cell_mm, row * cell_mm
            low, high = s.px(x + 1, y + 1), s.px(x + cell_mm - 1, y + cell_mm - 1)
            draw = s.rng.random()
            tone = COLORS[kinds[s.rng.integers(0, 7)]][0] if draw < 0.25 else _color(s.rng)
            cv2.rectangle(image, low, high, tuple(float(v) for v in tone), -1)
            cv2.rectangle(image, low, high, (30, 30, 30), max(1, int(0.5 * s.scale)))
            side = high[0] - low[0]
            patch = image[low[1] : high[1], low[0] : high[0]]
            if 0.25 < draw < 0.6 and side > 8 and patch.shape[0] == patch.shape[1] == side:
                cover = ink(str(s.rng.permutation(faces)[0]), "home", style, side)[..., None] / 255
                patch[:] = (patch * (1 - cover) + _color(s.rng, 0, 255) * cover).astype(np.uint8)
            elif draw > 0.75:
                at = s.px(x + cell_mm * 0.25, y + cell_mm * 0.7)
                size = cell_mm * s.scale / 60
                number = str(s.rng.integers(1, 40))
                cv2.putText(image, number, at, 2, size, (20,) * 3, max(1, int(size * 2)), 16)
    s.rgb = image.astype(np.float32)


def _plain(low: int, high: int) -> Callable[[Sheet], None]:
    return lambda s: _cloth(s, np.full(3, s.rng.uniform(low, high)) + s.rng.normal(0, 3, 3))


DRAWN: Final[dict[str, Callable[[Sheet], None]]] = {
    "wood": _wood,
    "paper": _paper,
    "black_cloth": _plain(14, 40),
    "grey_cloth": _plain(80, 180),
    "felt": _felt,
    "chequered": _chequered,
    "gingham": _gingham,
    "tartan": _tartan,
    "woven": _woven,
    "floral": _floral,
    "newspaper": _newspaper,
    "marble": _marble,
    "stone_tile": _stone_tile,
    "game_board": _game_board,
}
KINDS: Final = (*DRAWN, "wood")
"""Backgrounds in turn: there is wood twice as often as each other."""


def ground(kind: str, rng: Random, span_mm: float, size_px: int) -> Image:
    """Albedo (size_px, size_px, 3) float32 of a background."""
    sheet = Sheet(rng, span_mm, size_px)
    DRAWN[kind](sheet)
    turn = cv2.getRotationMatrix2D((size_px / 2, size_px / 2), float(rng.uniform(0, 360)), 1.0)
    rgb = cv2.warpAffine(sheet.rgb, turn, (size_px, size_px), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(0.018 + 0.84 * linear(np.clip(rgb, 0, 255)), np.float32)
