"""Games as text: records, positions, traces, and the board in letters."""
