"""Conversion of a profile for the reader."""

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.core.profile import FACE_PX, PaperLight, Profile
from vision.classification.enrolled import EnrolledFaces
from vision.core.arrays import ImageU8
from vision.light.known_colours import KnownColours
from vision.light.light_field import LightField, PatchSamples, fit_light, sample_patches
from vision.light.lighting_profile import LightingProfile
from vision.mats.drawn_zones import DrawnZones
from vision.mats.fitting import FittedMat
from vision.pipeline import TableReader


def apply_profile(reader: TableReader, profile: Profile | None) -> None:
    """Set lighting, zones and faces of a profile in *reader*; none of them with None."""
    reader.use_lighting(lighting_profile(profile) if profile else None)
    reader.use_zones(drawn_zones(profile) if profile else None)
    reader.use_faces(enrolled_faces(profile) if profile else EnrolledFaces.none())


def lighting_profile(profile: Profile) -> LightingProfile | None:
    """Return lighting and colours for the reader; None for a bare profile."""
    if profile.light is None:
        return None
    size = profile.camera.width_px, profile.camera.height_px
    types = tuple(colour.die for colour in profile.colours)
    linear = np.array([colour.linear[::-1] for colour in profile.colours], np.float64)
    return LightingProfile(
        name=profile.name,
        light=light_field(profile.light, size),
        colours=KnownColours(types, linear),
    )


def light_field(light: PaperLight, size_px: tuple[int, int]) -> LightField:
    """Return a stored light field over images of *size_px*."""
    terms = np.array([np.log(light.white), *light.map], np.float64)[:, ::-1]
    return LightField(np.ascontiguousarray(terms), light.seen, size_px)


def light_seen(
    pixels: ImageU8, mats: Sequence[FittedMat]
) -> tuple[PatchSamples, LightField | None]:
    """Return the patches of the mats in an image and their light; None where there is none."""
    samples = sample_patches(pixels, mats)
    size = pixels.shape[1], pixels.shape[0]
    return samples, fit_light(samples, size) if len(samples) else None


def drawn_zones(profile: Profile) -> DrawnZones | None:
    """Return the drawn zones; None where printed mats are used."""
    if not profile.zones:
        return None
    return DrawnZones(
        profile=profile.name,
        size_px=(profile.camera.width_px, profile.camera.height_px),
        names=tuple((zone.mat, zone.zone) for zone in profile.zones),
        polygons=tuple(np.array(zone.corners, np.float64) for zone in profile.zones),
        anchors=tuple((mat.mat, np.array(mat.corners, np.float64)) for mat in profile.mats),
    )


def enrolled_faces(profile: Profile) -> EnrolledFaces:
    """Return the enrolled faces; images that cannot be decoded are left out."""
    labels, crops, corrected = [], [], []
    for face in profile.faces:
        crop = cv2.imdecode(np.frombuffer(face.picture, np.uint8), cv2.IMREAD_COLOR)
        if crop is not None and crop.shape == (FACE_PX, FACE_PX, 3):
            labels.append((face.die, face.face))
            corrected.append(face.corrected)
            crops.append(np.asarray(crop, np.uint8))
    if not crops:
        return EnrolledFaces.none()
    return EnrolledFaces(tuple(labels), np.stack(crops), tuple(corrected))
