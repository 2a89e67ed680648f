"""Play at a table: its pages, its stream of updates, bots and hints."""
