"""Calibration screens: profiles, wizard, enrolment of dice faces, drawing of zones."""
