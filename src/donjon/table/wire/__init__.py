"""Send changes to open pages: patches and streams."""
