"""Play one game: its history, undo, and why not."""
