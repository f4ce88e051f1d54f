"""Conversion of a die to a body for the sphere tracer."""

from __future__ import annotations

import numpy as np

from models.training.generator.layouts import Pose
from models.training.generator.skins import GameSet, PipSet, game_atlas, pip_atlas
from models.training.generator.stage import Piece
from models.training.generator.tracer import Body


def die_piece(
    rng: np.random.Generator,
    pose: Pose,
    label: str,
    sets: tuple[GameSet, PipSet],
    edge_mm: float,
) -> Piece:
    """Return the die *label* ("type/face") in a pose, with its set's appearance."""
    die, face = label.split("/")
    game, pips = sets
    skin: GameSet | PipSet = pips if die == "d6" else game
    atlas = pip_atlas(pips, face, rng) if die == "d6" else game_atlas(game, die, face, rng)
    half = edge_mm / 2
    body = Body(
        half_mm=(half, half, half),
        radius_mm=skin.radius_share * edge_mm,
        rotation=pose.rotation,
        center_mm=pose.center_mm,
        atlas=atlas,
        gloss=skin.gloss,
        roughness=skin.roughness,
        wrap=skin.wrap,
    )
    return Piece(body, label, pose.stacked)
