"""The web table: pages, streams, seats and storage. It knows games only through the kernel's interface."""

from __future__ import annotations

from donjon.table.serving import serve

__all__ = ["serve"]
