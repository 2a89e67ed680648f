"""Play many games: the arena, which compares bots, and training."""
