"""The composition root: puts devices, reader, storage and screen together and runs the table."""
