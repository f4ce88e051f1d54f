"""Data sets: what the networks learn from, made of generated pictures and photographs."""
