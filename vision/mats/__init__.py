"""Printed mats and zones drawn by hand: markers, pose of each mat, print, zones."""
