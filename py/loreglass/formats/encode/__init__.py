"""Writing books and cards as files."""
