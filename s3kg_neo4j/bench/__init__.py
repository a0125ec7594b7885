"""Measurements of the program itself, each with the command that repeats it."""
