"""Positions of Caylus as plain data, and what must hold of them."""
