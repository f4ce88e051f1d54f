"""Loads the layout that lies beside a module: ``table.kv`` beside ``table.py``."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder


def load_rules(module_file: str) -> None:
    """Load the ``.kv`` file beside *module_file*, once."""
    path = str(Path(module_file).with_suffix(".kv"))
    if path not in Builder.files:
        Builder.load_file(path)
