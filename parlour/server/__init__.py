"""The server: live tables, on SQLite with one process or on Postgres with any number of processes."""
