"""Panels about single dice and rolls."""
