"""Measuring a calibration picture, profiles and their files, the steps of the wizard."""
