"""Benchmarks of ``companion bench``: one module each, with ``measure(options)``."""
