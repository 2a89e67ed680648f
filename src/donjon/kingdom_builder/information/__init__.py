"""What each seat of Kingdom Builder may know, and what it is shown."""
