"""Panels for choosing dice and tiles that differ from the proposal."""
