"""The composition root: connects devices, reader, storage and UI and runs the application."""
