"""What everything lies on: wood, felt, cloth, stone or lacquer, woven from Blender's noises."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np


def add_ground(rng: np.random.Generator, kind: str) -> None:
    """Lay the ground: a plane of 3 m with wood, felt, cloth, stone or lacquer."""
    bpy.ops.mesh.primitive_plane_add(size=300, location=(0, 0, 0))
    plane = bpy.context.object
    plane.rotation_euler = (0, 0, float(rng.uniform(0, 6.3)))
    material = bpy.data.materials.new("ground")
    material.use_nodes = True
    tree = material.node_tree
    shader = tree.nodes["Principled BSDF"]
    {"wood": _wood, "felt": _felt, "cloth": _cloth, "plain": _plain}[kind](rng, tree, shader)
    plane.data.materials.append(material)


def _mapped(tree: Any, scale: tuple[float, float, float]) -> Any:
    place = tree.nodes.new("ShaderNodeTexCoord")
    mapping = tree.nodes.new("ShaderNodeMapping")
    mapping.inputs["Scale"].default_value = scale
    tree.links.new(place.outputs["Object"], mapping.inputs["Vector"])
    return mapping.outputs["Vector"]


def _ramp(tree: Any, value: Any, low: Any, high: Any) -> Any:
    ramp = tree.nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].color = (*low, 1)
    ramp.color_ramp.elements[1].color = (*high, 1)
    tree.links.new(value, ramp.inputs["Fac"])
    return ramp.outputs["Color"]


def _wood(rng: np.random.Generator, tree: Any, shader: Any) -> None:
    wave = tree.nodes.new("ShaderNodeTexNoise")
    tree.links.new(_mapped(tree, (0.25, 4.0, 1.0)), wave.inputs["Vector"])
    wave.inputs["Scale"].default_value = float(rng.uniform(0.3, 1.2))
    wave.inputs["Detail"].default_value = 8
    wave.inputs["Distortion"].default_value = float(rng.uniform(0.2, 1.5))
    base = np.array([0.42, 0.24, 0.11]) * rng.uniform(0.25, 1.4) * rng.uniform(0.9, 1.1, 3)
    colour = _ramp(tree, wave.outputs["Fac"], base * rng.uniform(0.3, 0.7), base)
    tree.links.new(colour, shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = float(rng.uniform(0.2, 0.6))


def _felt(rng: np.random.Generator, tree: Any, shader: Any) -> None:
    fuzz = tree.nodes.new("ShaderNodeTexNoise")
    tree.links.new(_mapped(tree, (1, 1, 1)), fuzz.inputs["Vector"])
    fuzz.inputs["Scale"].default_value = float(rng.uniform(8, 25))
    fuzz.inputs["Detail"].default_value = 6
    dyes = [(0.02, 0.16, 0.06), (0.02, 0.05, 0.2), (0.2, 0.01, 0.02), (0.02, 0.02, 0.025)]
    dyes += [(0.25, 0.24, 0.23), (0.12, 0.05, 0.16)]
    base = np.array(dyes[int(rng.integers(len(dyes)))]) * rng.uniform(0.6, 1.6)
    colour = _ramp(tree, fuzz.outputs["Fac"], base * 0.6, base * 1.2)
    tree.links.new(colour, shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = 0.95
    shader.inputs["Sheen Weight"].default_value = 0.3


def _cloth(rng: np.random.Generator, tree: Any, shader: Any) -> None:
    """Checks, stripes or flowers of two dyes."""
    node = ("ShaderNodeTexChecker", "ShaderNodeTexWave", "ShaderNodeTexVoronoi")[
        int(rng.integers(3))
    ]
    pattern = tree.nodes.new(node)
    tree.links.new(_mapped(tree, (1, 1, 1)), pattern.inputs["Vector"])
    pattern.inputs["Scale"].default_value = float(rng.uniform(0.25, 1.2))
    value = pattern.outputs["Distance" if node == "ShaderNodeTexVoronoi" else "Fac"]
    one, other = rng.uniform(0.03, 0.8, (2, 3)) * rng.uniform(0.4, 1.0, (2, 1))
    tree.links.new(_ramp(tree, value, one, other), shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = 0.85


def _plain(rng: np.random.Generator, tree: Any, shader: Any) -> None:
    grey = rng.uniform(0.05, 0.8)
    colour = np.clip(grey * rng.uniform(0.8, 1.2, 3), 0, 0.9)
    speck = tree.nodes.new("ShaderNodeTexNoise")
    tree.links.new(_mapped(tree, (1, 1, 1)), speck.inputs["Vector"])
    speck.inputs["Scale"].default_value = float(rng.uniform(0.2, 30))
    tree.links.new(
        _ramp(tree, speck.outputs["Fac"], colour * 0.85, colour), shader.inputs["Base Color"]
    )
    shader.inputs["Roughness"].default_value = float(rng.uniform(0.1, 0.7))
