"""Data generation: pictures of dice on tables, drawn with their ground truth."""
