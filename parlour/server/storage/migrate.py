"""Migrations of the database, through Alembic."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from parlour.server.storage.database import BadDatabase

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.script import ScriptDirectory


def migrate(connection: sa.Connection, name: str) -> None:
    """Migrate the schema to this version, or BadDatabase if it is of a newer one."""
    from alembic import command

    _check_not_newer(connection, name)
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def check_current(connection: sa.Connection, name: str) -> None:
    """Refuse a database whose schema is not this version's."""
    found = _check_not_newer(connection, name)
    if not found:
        raise BadDatabase(f"{name} is not a Parlour database, or is empty")
    if found != set(_scripts().get_heads()):
        raise BadDatabase(
            f"{name} was last used by an older version of Parlour: run 'parlour serve' of this version to update it"
        )


def _check_not_newer(connection: sa.Connection, name: str) -> set[str]:
    """The revisions of a database, or BadDatabase if one is unknown to this version."""
    from alembic.runtime.migration import MigrationContext

    found = set(MigrationContext.configure(connection).get_current_heads())
    if found - {script.revision for script in _scripts().walk_revisions()}:
        raise BadDatabase(
            f"{name} was written by a newer version of Parlour: install that version, or give another --database"
        )
    return found


def _scripts() -> ScriptDirectory:
    from alembic.script import ScriptDirectory

    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    """Where Alembic finds the migrations."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config
