"""Printed mats and zones drawn by hand: markers, position of each mat, print, zones."""
