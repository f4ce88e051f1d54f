"""The calibration of a running table: profiles, wizard, enrolled faces, drawn zones."""
