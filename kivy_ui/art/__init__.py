"""Pictures of the game pieces, drawn by code and packed into texture atlases."""
