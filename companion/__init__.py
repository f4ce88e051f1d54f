"""The companion's own package: the pure games, the session, storage, words and wiring."""

__version__ = "0.1.0"
