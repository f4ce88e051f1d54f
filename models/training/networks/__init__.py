"""Network architectures, training loops, ONNX export and int8 quantisation."""
