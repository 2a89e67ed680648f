"""Write and read games as text: records, positions, traces."""
