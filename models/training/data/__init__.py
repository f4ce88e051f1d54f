"""Training data sets, made of synthetic images and photographs."""
