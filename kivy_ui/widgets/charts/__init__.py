"""Charts: stacked bars and line charts."""
