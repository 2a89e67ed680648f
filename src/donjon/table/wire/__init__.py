"""Send changes to open pages: streams."""
