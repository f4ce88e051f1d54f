"""Drivers of the devices: cameras, ready buttons, serial button boxes."""
