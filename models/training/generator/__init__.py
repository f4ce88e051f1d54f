"""Synthetic data generation: rendered images of dice on tables with their ground truth."""
