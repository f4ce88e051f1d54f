"""Simulation of complete games with the engine, with invariants checked after every event."""
