"""What plays many games: the arena, which compares bots, and training."""
