"""Loads the Kivy layout file of a module: ``table.kv`` next to ``table.py``."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder


def load_kv(module_file: str) -> None:
    """Load the ``.kv`` file next to *module_file*, once."""
    path = str(Path(module_file).with_suffix(".kv"))
    if path not in Builder.files:
        Builder.load_file(path)
