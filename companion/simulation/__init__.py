"""Whole random games through the engine, with its invariants checked after every event."""
