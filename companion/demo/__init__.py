"""The demonstration: an evening with its pictures, and the program that plays it."""
