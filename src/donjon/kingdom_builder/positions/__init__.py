"""Positions of Kingdom Builder as plain data, and what must hold of them."""
