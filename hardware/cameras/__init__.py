"""Cameras: of the Raspberry Pi, USB and video devices, folders of pictures, their controls."""
