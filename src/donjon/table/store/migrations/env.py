"""Run the migrations on the connection that the storage provides (Alembic)."""

from __future__ import annotations

from alembic import context

from donjon.table.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
