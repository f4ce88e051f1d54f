"""Cameras: Raspberry Pi, USB and video devices, image folders, and camera controls."""
