"""Positions of Ys as plain data, and what must hold of them."""
