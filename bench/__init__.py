"""Measure the speed of rules, playouts and bots on this machine: `python -m bench`."""
