"""Choosing dice and tiles otherwise than proposed."""
