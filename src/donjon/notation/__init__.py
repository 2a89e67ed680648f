"""Games as text: records, positions, traces, and the text board."""
