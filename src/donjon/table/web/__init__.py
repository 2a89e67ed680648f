"""Render pages, identify visitors, answer errors."""
