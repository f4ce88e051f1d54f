"""Panels that choose or recognise tiles."""
