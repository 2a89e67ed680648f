"""Games as text: records, positions, traces."""
