"""Shared by all stages: array types, detections, network protocols, decoding, thresholds."""
