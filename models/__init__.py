"""The model files, their manifest and the loader that checks their hashes."""
