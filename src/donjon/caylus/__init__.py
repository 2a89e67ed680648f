"""Caylus: every rule for 2 to 5 players, with the variant of simplified favours."""
