"""Measurements for ``companion bench``: one module each, with ``measure(options)``."""
