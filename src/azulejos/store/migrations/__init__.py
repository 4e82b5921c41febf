"""The steps that bring a database to today's tables; run at every start."""
