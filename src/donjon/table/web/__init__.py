"""Render pages, know visitors, answer errors."""
