"""Pictures of tiles as a stranger would take them, and how well they are found and named."""
