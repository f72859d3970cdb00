"""Changes of the database, made by Alembic when the server starts."""
