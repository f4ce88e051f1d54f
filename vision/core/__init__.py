"""What all stages share: arrays, detections, networks behind ports, decoding, limits."""
