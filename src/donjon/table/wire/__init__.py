"""Send what changes to the pages that are open: patches, and the stream that carries them."""
