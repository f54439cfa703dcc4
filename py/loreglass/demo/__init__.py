"""What a guest with nothing set works with: sample chats, and a responder that needs no model."""
