"""Ready buttons: GPIO pins, serial box, keyboard, and their combination."""
