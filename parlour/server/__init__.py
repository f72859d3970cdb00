"""The server: tables that live, on SQLite alone or on Postgres with any number of processes."""
