"""Writing books, cards, presets and chats: one module a format, one line each in `export.py`, or in `chat.py`.

A value that came from the same format starts from its original and only what was edited is changed; what a format
cannot hold is found by reading back what was written, so the report cannot forget anything.
"""
