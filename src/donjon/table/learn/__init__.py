"""Learn the games: rules, examples, lessons, puzzles, replay and review."""
