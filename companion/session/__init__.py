"""The game session: ports (interfaces) to devices, storage and UI, and the owner of the state."""
