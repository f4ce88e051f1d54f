"""The picture's light: white balance, light over the picture, a profile's light and colours."""
