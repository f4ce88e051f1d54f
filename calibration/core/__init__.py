"""Measuring a calibration image, profiles and their files, the steps of the wizard."""
