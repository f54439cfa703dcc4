/** The database's stores. One record a thing, keyed by `id`; a new version adds a step to `upgrade`. */

export const VERSION = 5;

const STORES = {
  chats: [], messages: ['chat'], variants: ['chat'], plans: ['chat'], texts: [], books: [], entries: ['book'],
  versions: ['of'], characters: [], personas: [], presets: [], settings: [], secrets: [], pictures: [], counts: [],
  handles: [], aside: [],
};

/** Nothing; the database has every store and index. What an earlier version made stays as it is. */
export function upgrade(database) {
  for (const [name, indexes] of Object.entries(STORES)) {
    if (database.objectStoreNames.contains(name)) continue;
    const store = database.createObjectStore(name, { keyPath: 'id' });
    for (const index of indexes) store.createIndex(index, index);
  }
}
