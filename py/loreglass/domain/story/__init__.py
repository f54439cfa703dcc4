"""The nouns of a story: books, chats, the cast."""
