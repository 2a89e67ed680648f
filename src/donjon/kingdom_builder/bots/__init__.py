"""What bots guess about Kingdom Builder: worth of positions and of actions."""
