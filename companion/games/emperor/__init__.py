"""Galactic Emperor: state, commands, events and the rules between them."""
