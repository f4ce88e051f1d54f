"""Making the models: picture generator, training, export, evaluation (training extra only)."""
