"""Measures of similarity side by side: sets of labelled pairs, methods, metrics, a page."""
