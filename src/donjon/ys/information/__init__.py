"""What each seat of Ys may know, and what it is shown."""
