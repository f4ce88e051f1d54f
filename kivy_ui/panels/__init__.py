"""The panels: dialogs that open over a screen."""
