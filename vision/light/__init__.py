"""Light in an image: white balance, illumination field, lighting profiles, known colours."""
