"""What bots guess about Ys: worth of positions and of actions."""
