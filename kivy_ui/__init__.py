"""Touchscreen user interface, built with Kivy."""
