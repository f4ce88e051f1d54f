"""Camera pictures with overlaid detections."""
