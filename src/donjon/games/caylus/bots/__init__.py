"""What bots guess about Caylus: worth of positions and of actions."""
