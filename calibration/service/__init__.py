"""The calibration of a running table: profiles, wizard, shown faces, drawn zones."""
