"""The texts of Help: what this is, privacy, the words it uses. Pure."""

WHAT_IT_IS: tuple[str, ...] = (
    (
        "Loreglass is for people who write and play with language models and keep a memory book: people, places, old "
        "grudges. When a keyword is said in the last messages, its entry wakes and goes into the prompt, as long as "
        "there is room. Before you send, you see which entries go in, which are left out, which sleep, and why."
    ),
    (
        "Bring a character card (version 1, 2 or 3, PNG or JSON) and a memory book (Agnai, SillyTavern, card book) "
        "with Import, start a chat, and open Why beside it. With nothing set, a built-in demo responder answers; it "
        "is no model, and says so. To talk to a real one, give its address in Settings."
    ),
)

PRIVACY: tuple[tuple[str, str], ...] = (
    ("Stays here:", "chats, books, characters, settings. They are in this browser’s storage on this device."),
    (
        "Leaves, when you press Send:",
        (
            "the finished prompt, to the endpoint whose address you typed. If that is a llama.cpp server, it also "
            "counts your texts while you write. Nothing else leaves."
        ),
    ),
    (
        "Your key:",
        "is in memory only, unless you choose to keep it here. It goes to its own endpoint and is in no export.",
    ),
    (
        "Does not exist:",
        "an account, a server of ours, counting of visits. Pictures from other sites are never loaded.",
    ),
    (
        "On github.io:",
        "all pages of one person share one origin and can read each other’s storage. For keys, use an own domain.",
    ),
)

GLOSSARY: tuple[tuple[str, str], ...] = (
    ("Book", "A memory book: a list of entries. A chat can use several; a character may bring its own."),
    ("Entry", "A text with keywords. Awake, it goes into the prompt; asleep, it costs nothing."),
    (
        "Keyword",
        "What wakes an entry: a word or phrase. * stands for any letters, ? for one; /like this/i is a pattern.",
    ),
    ("Looks back", "How many of the last messages are scanned for keywords."),
    ("Priority", "What survives when the budget is short: the higher number goes in first."),
    ("Weight", "Where an entry stands among the others: the higher number stands lower, nearer to the messages."),
    ("Budget", "How many tokens the entries of a turn may take together."),
    ("Token", "What a model counts in: about four letters of English."),
    ("Left out", "Woken, but there was no room, or another was chosen."),
    ("Variant", "One of several wordings of the same message. Regenerate makes one more."),
    ("Fork", "A new chat that begins as a copy, up to one message."),
    ("Branch", "Another way on from one message, inside the same chat. What two branches share is the same message."),
    ("Group", "A chat in which several characters reply, each as their own card and with their own books."),
    ("Author’s note", "A text of yours that goes into the prompt near the newest messages."),
    ("Persona", "Who you play: a name, and what the model is told about you."),
    ("Endpoint", "The program or service that runs a model and answers prompts."),
    ("Reserve", "Tokens of the context that are kept free for the reply."),
)
