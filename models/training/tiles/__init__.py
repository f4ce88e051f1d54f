"""Pictures of invented tiles and the two small networks that find tiles."""
