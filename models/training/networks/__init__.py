"""Training: the networks, their loops, their export as ONNX files."""
