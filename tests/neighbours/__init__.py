"""Themes and extensions beside which the extension is tried, on a small host."""
