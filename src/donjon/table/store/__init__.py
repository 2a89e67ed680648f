"""Store tables: the database, a game rebuilt from its actions, backups and checks."""
