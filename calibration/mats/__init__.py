"""The printable mats: their artwork, and its output as PDF and raster images."""
