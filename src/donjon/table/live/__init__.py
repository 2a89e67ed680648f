"""Play at a table: its pages, its log, its bots and hints."""
