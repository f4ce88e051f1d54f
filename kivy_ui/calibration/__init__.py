"""Calibration on the screen: profiles, wizard, faces shown to the camera, zones drawn."""
