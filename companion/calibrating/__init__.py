"""The calibration behind the screen: the wizard over the scanner's camera."""
