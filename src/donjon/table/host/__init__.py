"""Run the server: settings, the data folder, connections, limits, logs and metrics."""
