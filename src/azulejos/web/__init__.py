"""The table in a browser: pages, live updates and an API. No rule is here."""
