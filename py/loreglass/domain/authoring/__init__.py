"""The author's tools: what is wrong or wasteful in a book, what fired when, where another preset decides otherwise."""
