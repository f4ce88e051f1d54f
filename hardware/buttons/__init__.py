"""Ready buttons: pins, serial box, keyboard, and what combines them."""
