"""Camera model of a hand-held phone: projection, sensor and image processing.

The renderer gives linear light through a lens without distortion; `develop` applies distortion,
sensor noise on a Bayer mosaic, white balance, denoising, a tone curve and sharpening.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import cv2
import numpy as np

from models.evaluation.glyphs import Image, Random

MARGIN: Final = 0.955  # the render covers slightly more than the image, for the distortion


@dataclass(frozen=True)
class Camera:
    """A pinhole camera with radial distortion; world in millimetres, z up."""

    width: int
    height: int
    origin: Image
    target: Image
    roll: float
    focal_px: float
    k1: float = 0.0
    k2: float = 0.0
    aperture_mm: float = 0.5

    @cached_property
    def axes(self) -> Image:
        """Rows: right, down, forward."""
        forward = self.target - self.origin
        forward = forward / np.linalg.norm(forward)
        up = np.array([np.sin(self.roll), np.cos(self.roll), 0.0])
        right = np.cross(forward, up)
        right /= np.linalg.norm(right)
        return np.stack([right, np.cross(forward, right), forward])

    @property
    def distance_mm(self) -> float:
        """From the lens to the target."""
        return float(np.linalg.norm(self.target - self.origin))

    @property
    def _middle(self) -> Image:
        return np.array([(self.width - 1) / 2, (self.height - 1) / 2])

    def _bend(self, at: Image) -> Image:
        r2 = (at**2).sum(-1, keepdims=True) / self._reach**2
        return np.asarray(at * (1 + self.k1 * r2 + self.k2 * r2**2))

    @property
    def _reach(self) -> float:
        return float(np.hypot(self.width, self.height) / 2)

    def project(self, points: Any) -> Image:
        """Pixels (n, 2) of world points (n, 3) in the final image."""
        seen = (np.asarray(points, float) - self.origin) @ self.axes.T
        at = self.focal_px * seen[:, :2] / seen[:, 2:]
        return self._bend(at) + self._middle

    def to_ground(self, pixels: Any, height_mm: float = 0.0) -> Image:
        """World points (n, 3) at a height under pixels (n, 2); distortion is ignored."""
        at = np.asarray(pixels, float) - self._middle
        rays = np.column_stack([at / self.focal_px, np.ones(len(at))]) @ self.axes
        return np.asarray(self.origin + rays * ((height_mm - self.origin[2]) / rays[:, 2:]))

    def undistortion(self) -> tuple[Image, Image]:
        """For each pixel of the image the position in the render."""
        y, x = np.mgrid[0 : self.height, 0 : self.width].astype(np.float32)
        centre = self._middle.astype(np.float32)
        bent = np.stack([x, y], -1) - centre
        straight: Image = bent.copy()
        for _ in range(4):
            straight = bent * (straight / np.where(bent == 0, 1, self._bend(straight)))
            straight = np.where(bent == 0, 0, straight)
        at = (straight * MARGIN + centre).astype(np.float32)
        return at[..., 0], at[..., 1]


@dataclass(frozen=True)
class Phone:
    """Image-processing parameters of one phone."""

    exposure_ev: float = 0.0
    white_balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    full_well: float = 6000.0  # photo-electrons at white: fewer is noisier
    read_noise: float = 4.0
    vignette: float = 0.25
    denoise: float = 0.3
    curve: float = 0.5  # strength of the tone curve
    local: float = 0.2  # strength of local tone mapping
    saturation: float = 1.05
    sharpen: float = 0.6
    sharpen_px: float = 1.2
    mix: float = 0.03  # crosstalk of the colour channels
    quality: int = 88
    webp: int | None = None
    resize: float = 1.0  # downscaled when forwarded, then enlarged again
    orientation: int = 1


def random_phone(rng: Random, exposure_ev: float, balance: Image) -> Phone:
    """A random phone with a given exposure error and white-balance gains."""
    tint = 1 + rng.normal(0, 0.025, 3)
    gains = balance * tint / (balance * tint)[1]
    return Phone(
        exposure_ev=exposure_ev,
        white_balance=(float(gains[0]), 1.0, float(gains[2])),
        full_well=float(np.exp(rng.uniform(np.log(1500), np.log(9000)))),
        read_noise=float(rng.uniform(2, 7)),
        vignette=float(rng.uniform(0.0, 0.4)),
        denoise=float(rng.choice([0, 0.3, 0.6, 1.0])),
        curve=float(rng.uniform(0.1, 0.9)),
        local=float(rng.uniform(0, 0.5)),
        saturation=float(rng.uniform(0.9, 1.25)),
        sharpen=float(rng.uniform(0.1, 1.3)),
        sharpen_px=float(rng.uniform(0.8, 2.0)),
        mix=float(rng.uniform(0, 0.07)),
        quality=int(rng.integers(62, 96)),
        webp=int(rng.integers(45, 90)) if rng.random() < 0.2 else None,
        resize=float(rng.choice([1.0, 1.0, 1.0, 1.0, 0.75])),
    )


def _mosaic_noise(linear: Image, phone: Phone, rng: Random) -> Image:
    """Photon and read noise on a Bayer mosaic, demosaiced again; 0..1 in and out."""
    raw = np.empty(linear.shape[:2], np.float32)
    for row, column, channel in ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 2)):
        raw[row::2, column::2] = linear[row::2, column::2, channel]
    sigma = np.sqrt(
        np.maximum(raw, 0) / phone.full_well + (phone.read_noise / phone.full_well) ** 2
    )
    raw += sigma * rng.standard_normal(raw.shape, np.float32)
    raw += rng.normal(0, 0.3 * phone.read_noise / phone.full_well, (len(raw), 1))
    counts = (np.clip(raw, 0, 1) * 60000 + 2000).astype(np.uint16)
    rgb = cv2.cvtColor(counts, cv2.COLOR_BayerRGGB2RGB_EA)
    return np.asarray((rgb.astype(np.float32) - 2000) / 60000)


def _tone(linear: Image, phone: Phone) -> Image:
    """Linear light to sRGB 0..1 through local and global tone mapping and a soft shoulder."""
    luma = linear @ np.array([0.25, 0.65, 0.10], np.float32)
    small = cv2.resize(luma, (96, 64), interpolation=cv2.INTER_AREA)
    base = cv2.resize(cv2.GaussianBlur(small, (0, 0), 7), luma.shape[::-1])
    lift = (np.maximum(base, 0.01) / 0.25) ** (-0.35 * phone.local)
    value = np.maximum(linear * lift[..., None], 0)
    value = np.where(value < 0.7, value, 0.7 + 0.3 * (1 - np.exp(-(value - 0.7) / 0.3)))
    value = np.where(
        value <= 0.0031308, 12.92 * value, 1.055 * np.maximum(value, 1e-6) ** (1 / 2.4) - 0.055
    )
    curved = (
        value + phone.curve * 0.16 * np.sin(2 * np.pi * (value - 0.5)) * value * (1 - value) * 2
    )
    grey = curved.mean(-1, keepdims=True)
    return np.asarray(np.clip(grey + (curved - grey) * phone.saturation, 0, 1), np.float32)


def expose(linear: Image, phone: Phone) -> Image:
    """Auto-exposure to middle grey with little clipping, offset by the exposure error."""
    luma = linear.mean(-1)
    h, w = luma.shape
    weight = np.ones_like(luma)
    weight[h // 4 : -h // 4, w // 4 : -w // 4] = 2.5
    mean = float((luma * weight).sum() / weight.sum())
    high = float(np.percentile(linear.max(-1), 99.5))
    gain = min(0.26 / max(mean, 1e-6), 0.95 / max(high, 1e-6))
    return np.asarray(linear * gain * 2**phone.exposure_ev, np.float32)


def develop(linear: Image, camera: Camera, phone: Phone, rng: Random) -> Image:
    """An image (height, width, 3) uint8 RGB from the render's linear light."""
    map_x, map_y = camera.undistortion()
    bent = cv2.remap(linear, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    h, w = bent.shape[:2]
    y, x = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j].astype(np.float32)
    bent *= (1 - phone.vignette * (x**2 + y**2) / 2)[..., None]
    gains = np.asarray(phone.white_balance, np.float32)
    seen = np.minimum(expose(bent * gains, phone) / gains, 1.0)  # the raw channels clip
    rgb = np.minimum(_mosaic_noise(seen, phone, rng) * gains, 1.0)
    mix = np.full((3, 3), phone.mix) + np.eye(3) * (1 - 3 * phone.mix)
    rgb = (rgb @ mix.astype(np.float32)).astype(np.float32)
    if phone.denoise > 0:
        strength = phone.denoise * np.sqrt(1 / phone.full_well)
        rgb = cv2.bilateralFilter(np.maximum(rgb, 0), 5, 4 * strength, 1.6)
    image = _tone(rgb, phone)
    soft = cv2.GaussianBlur(image, (0, 0), phone.sharpen_px)
    image = np.clip(image + phone.sharpen * (image - soft), 0, 1)
    return np.asarray(np.round(image * 255), np.uint8)


def compress(image: Image, phone: Phone) -> bytes:
    """The image as a JPEG file, after resizing and WebP (forwarding) where *phone* sets them."""
    bgr = cv2.cvtColor(image, cv2.COLOR_RGB2BGR)
    if phone.resize < 1:
        h, w = bgr.shape[:2]
        bgr = cv2.resize(bgr, None, fx=phone.resize, fy=phone.resize, interpolation=cv2.INTER_AREA)
        bgr = cv2.resize(bgr, (w, h), interpolation=cv2.INTER_CUBIC)
    if phone.webp is not None:
        _, code = cv2.imencode(".webp", bgr, [cv2.IMWRITE_WEBP_QUALITY, phone.webp])
        decoded = cv2.imdecode(code, cv2.IMREAD_COLOR)
        bgr = bgr if decoded is None else decoded
    if phone.orientation == 6:  # landscape sensor: rotated by 90 degrees clockwise for display
        bgr = cv2.rotate(bgr, cv2.ROTATE_90_COUNTERCLOCKWISE)
    _, code = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, phone.quality])
    data = bytes(code.tobytes())
    return data if phone.orientation == 1 else data[:2] + _exif(phone.orientation) + data[2:]


def _exif(orientation: int) -> bytes:
    """A JPEG segment that holds only the orientation."""
    entry = b"\x01\x12\x00\x03\x00\x00\x00\x01" + orientation.to_bytes(2, "big") + b"\x00\x00"
    tiff = b"MM\x00\x2a\x00\x00\x00\x08\x00\x01" + entry + b"\x00\x00\x00\x00"
    body = b"Exif\x00\x00" + tiff
    return b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body
