"""What each seat of Caylus may know, and what it is shown."""
