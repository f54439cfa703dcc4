"""The rules of SillyTavern where its loop is another one: memory-books.md, "What `sillytavern` does otherwise"."""
