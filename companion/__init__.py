"""Application core: game rules, session, storage, translations, command line and wiring."""

__version__ = "0.1.0"
