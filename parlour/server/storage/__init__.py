"""The database: SQLite or Postgres, its schema, queries and migrations."""
