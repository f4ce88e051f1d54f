"""Mats to print and the calibration of camera and light."""
