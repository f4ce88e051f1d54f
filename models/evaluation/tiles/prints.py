"""The printed faces of one invented copy of the box, and other cardboard objects.

Based only on the contract of ``scan --tiles`` and the list of tiles: square, round corners, cost
at the top left, name on a banner. Each copy has a separate typeface, banner and artwork.
"""

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from PIL import Image as Pil
from PIL import ImageDraw, ImageFont

from models.evaluation.glyphs import Image, Random

SIDE: Final = 420
"""Side of a face in pixels."""

CATALOGUE: Final = Path(__file__).parents[3] / "companion" / "catalog" / "roll"
WORLD_RGB: Final = {
    "novelty": (70, 160, 220), "rare_elements": (160, 110, 60), "genes": (110, 180, 50),
    "alien_technology": (235, 205, 40), "gray": (150, 150, 155),
}  # fmt: skip
_FOLDERS: Final = ("/usr/share/fonts/opentype/cantarell",)
_OWN: Final = ("Cantarell-Bold.otf", "Cantarell-ExtraBold.otf", "Cantarell-Regular.otf")
_PACKAGED: Final = (
    ("kivy", "data/fonts/Roboto-Bold.ttf"),
    ("kivy", "data/fonts/Roboto-Regular.ttf"),
    ("reportlab", "fonts/VeraBd.ttf"),
)


@dataclass(frozen=True)
class Face:
    """Content of a face: key in ``scan --tiles``, printed name, cost, world's colour."""

    tile: str
    piece: str
    name: str
    cost: int
    colour: str | None
    six_plus: bool = False


@dataclass(frozen=True)
class Copy:
    """Print parameters of one copy of the box; lengths in shares of a face's side."""

    seed: int
    font: str
    squeeze: float
    upper: bool
    banner: str
    height: float
    dark_banner: bool
    radius: float
    badge: float


def faces() -> dict[str, tuple[Face, ...]]:
    """Every printed face by its key in ``scan --tiles``; a faction has two."""
    found: dict[str, tuple[Face, ...]] = {}
    for row in tomllib.loads((CATALOGUE / "tiles.toml").read_text(encoding="utf-8"))["tile"]:
        for kind in ("development", "world"):
            found[row[kind]["key"]] = (_face(row[kind]["key"], f"t{row['id']}", row[kind]),)
    start = tomllib.loads((CATALOGUE / "start_tiles.toml").read_text(encoding="utf-8"))
    for row in start["faction"]:
        key = f"faction_{row['number']}"
        halves = (next(iter(row[half].values())) for half in ("left", "right"))
        found[key] = tuple(_face(key, key, half) for half in halves)
    for row in start["home_world"]:
        found[row["world"]["key"]] = (
            _face(row["world"]["key"], row["world"]["key"], row["world"]),
        )
    return found


def _face(tile: str, piece: str, row: dict[str, Any]) -> Face:
    return Face(tile, piece, row["name_en"], row["cost"], row.get("colour"), "bonus" in row)


def fonts() -> list[str]:
    """Typefaces that are not used in the training images."""
    import importlib.util

    found = [f"{folder}/{name}" for folder in _FOLDERS for name in _OWN]
    for package, path in _PACKAGED:
        spec = importlib.util.find_spec(package)
        if spec and spec.submodule_search_locations:
            found.append(f"{spec.submodule_search_locations[0]}/{path}")
    return [path for path in found if Path(path).exists()]


def random_copy(seed: int) -> Copy:
    """One invented copy of the box."""
    rng = np.random.default_rng([77, seed])
    return Copy(
        seed=seed,
        font=str(rng.choice(fonts())),
        squeeze=float(rng.uniform(0.62, 0.9)),
        upper=bool(rng.random() < 0.6),
        banner=str(rng.choice(["right_of_cost", "right_of_cost", "foot", "head"])),
        height=float(rng.uniform(0.115, 0.155)),
        dark_banner=bool(rng.random() < 0.65),
        radius=float(rng.uniform(0.03, 0.09)),
        badge=float(rng.uniform(0.2, 0.27)),
    )


def drawn(face: Face, copy: Copy) -> Image:
    """A face in sRGB, (SIDE, SIDE, 3) uint8; deterministic."""
    word = hashlib.sha256(f"{copy.seed}/{face.name}".encode()).digest()
    rng = np.random.default_rng(list(word[:8]))
    picture = _scene(face, rng)
    draw = ImageDraw.Draw(picture)
    _lower_part(draw, face, copy, rng)
    _badge(draw, face, copy)
    _banner(picture, face, copy)
    return np.asarray(picture)


def _scene(face: Face, rng: Random) -> Pil.Image:
    small = rng.uniform(0, 1, (5, 5, 3)).astype(np.float32)
    sky = cv2.resize(small, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    sky = sky * rng.uniform(60, 170) + rng.uniform(0, 60)
    sky += rng.normal(0, 6, sky.shape)
    picture = Pil.fromarray(np.clip(sky, 0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(picture)
    for _ in range(int(rng.integers(3, 9))):  # hills, towers, ships: polygons
        at = rng.uniform(0, SIDE, (int(rng.integers(3, 6)), 2))
        draw.polygon([tuple(p) for p in at * (0.7, 0.6) + (0, SIDE * 0.3)],
                     fill=tuple(rng.integers(10, 240, 3).tolist()))  # fmt: skip
    if face.colour is not None:
        radius = rng.uniform(0.2, 0.33) * SIDE
        x, y = rng.uniform(0.4, 0.65, 2) * SIDE
        rgb = np.array(WORLD_RGB[face.colour])
        for ring in np.linspace(1, 0.1, 12):
            tone = tuple(np.clip(rgb * (1.25 - 0.6 * ring), 0, 255).astype(int).tolist())
            box = (x - radius * ring, y - radius * ring, x + radius * ring, y + radius * ring)
            draw.ellipse(box, fill=tone)
    for x, y in rng.uniform(0, SIDE, (25, 2)):
        draw.ellipse((x, y, x + 3, y + 3), fill=(240, 240, 235))
    return picture


def _lower_part(draw: ImageDraw.ImageDraw, face: Face, copy: Copy, rng: Random) -> None:
    font = ImageFont.truetype(copy.font, 19)
    if face.colour is None:
        top = 0.52 if copy.banner == "foot" else 0.66
        draw.rectangle((22, top * SIDE, SIDE - 22, (top + 0.28) * SIDE), fill=(238, 235, 225))
        for line in range(3):
            words = " ".join("".join(rng.choice(list("aeioudrnstlk"), int(rng.integers(2, 8))))
                             for _ in range(5))  # fmt: skip
            draw.text((32, top * SIDE + 10 + 32 * line), words, font=font, fill=(30, 30, 40))
        return
    for number in range(int(rng.integers(1, 3))):
        x, y = (0.7 - 0.24 * number) * SIDE, 0.55 * SIDE
        draw.rounded_rectangle((x, y, x + 74, y + 74), 12, fill=WORLD_RGB[face.colour],
                               outline=(20, 20, 20), width=4)  # fmt: skip


def _badge(draw: ImageDraw.ImageDraw, face: Face, copy: Copy) -> None:
    side = copy.badge * SIDE
    x = y = side / 2 + 0.035 * SIDE
    if face.colour is None:
        shape = [(x, y - side / 2), (x + side / 2, y), (x, y + side / 2), (x - side / 2, y)]
        draw.polygon(shape, fill=(245, 245, 240), outline=(25, 25, 25), width=5)
    else:
        box = (x - side / 2, y - side / 2, x + side / 2, y + side / 2)
        draw.ellipse(box, fill=WORLD_RGB[face.colour], outline=(250, 250, 250), width=6)
    font = ImageFont.truetype(copy.font, round(side * 0.55))
    said = f"{face.cost}{'+' if face.six_plus else ''}"
    draw.text((x, y), said, font=font, fill=(15, 15, 20), anchor="mm")


def _banner(picture: Pil.Image, face: Face, copy: Copy) -> None:
    name = face.name.upper() if copy.upper else face.name
    height = round(copy.height * SIDE)
    left = round((copy.badge + 0.05) * SIDE) if copy.banner != "foot" else 0
    top = {"foot": SIDE - height - 14, "head": 0, "right_of_cost": round(0.07 * SIDE)}[copy.banner]
    paper, ink = (
        ((24, 24, 34), (246, 244, 235)) if copy.dark_banner else ((240, 234, 214), (20, 18, 24))
    )
    draw = ImageDraw.Draw(picture)
    draw.rectangle((left, top, SIDE, top + height), fill=paper)
    font = ImageFont.truetype(copy.font, round(height * 0.72))
    box = font.getbbox(name)
    line = Pil.new("RGB", (round(box[2]) + 4, height), paper)
    ImageDraw.Draw(line).text((2, height / 2), name, font=font, fill=ink, anchor="lm")
    room = SIDE - left - 24
    width = min(room, round(line.width * copy.squeeze))
    line = line.resize((width, height), Pil.Resampling.LANCZOS)
    picture.paste(line, (left + 12 + (room - width) // 2, top))


def cover(width: int, height: int, radius: float) -> Image:
    """The alpha mask of a rounded card, (height, width) 0..1."""
    sheet = Pil.new("L", (width * 2, height * 2))
    ImageDraw.Draw(sheet).rounded_rectangle(
        (0, 0, width * 2 - 1, height * 2 - 1), radius * 2, fill=255
    )
    return np.asarray(sheet.resize((width, height), Pil.Resampling.BOX), np.float32) / 255


def other_things(rng: Random, font: str) -> tuple[Image, tuple[float, float], float]:
    """A distractor: image, size in shares of a tile's side, corner radius in pixels."""
    kind = str(rng.choice(["phase", "strip", "card", "chip", "screen", "note"]))
    sizes = {"phase": (0.8, 0.8), "strip": (4.2, 0.75), "card": (1.15, 1.6), "chip": (0.45, 0.45),
             "screen": (3.6, 1.7), "note": (1.5, 1.1)}  # fmt: skip
    width, height = sizes[kind]
    picture = Pil.new("RGB", (round(200 * width), round(200 * height)),
                      tuple(rng.integers(30, 250, 3).tolist()))  # fmt: skip
    draw = ImageDraw.Draw(picture)
    ink = tuple(rng.integers(0, 255, 3).tolist())
    large = ImageFont.truetype(font, 78)
    if kind == "phase":
        draw.rectangle((8, 8, picture.width - 8, picture.height - 8), outline=ink, width=6)
        draw.text((80, 80), str(rng.choice(["I", "II", "III", "IV", "V", "X"])), font=large,
                  fill=ink, anchor="mm")  # fmt: skip
    elif kind == "strip":
        for column in range(5):
            x = 24 + column * 165
            draw.rounded_rectangle((x, 25, x + 120, 125), 18, outline=ink, width=6)
            draw.text((x + 60, 75), ["I", "II", "III", "IV", "V"][column], font=large, fill=ink,
                      anchor="mm")  # fmt: skip
    elif kind == "chip":
        draw.text((45, 45), str(rng.choice(["1", "5", "10"])), font=large, fill=ink, anchor="mm")
    else:
        for line in range(int(rng.integers(2, 7))):
            draw.text((15, 20 + 34 * line), "round four: trade, then build", fill=ink,
                      font=ImageFont.truetype(font, 24))  # fmt: skip
        if kind != "note":
            draw.ellipse((60, 120, 200, 260), fill=ink)
    radius = picture.width / 2 if kind == "chip" else float(rng.uniform(0, 16))
    return np.asarray(picture), (width, height), radius
