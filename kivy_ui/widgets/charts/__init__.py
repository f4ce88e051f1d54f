"""Charts: bars, curves and the plane of colours."""
