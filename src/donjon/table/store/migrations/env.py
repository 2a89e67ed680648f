"""Alembic runs the steps on the connection that the storage hands over."""

from __future__ import annotations

from alembic import context

from donjon.table.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
