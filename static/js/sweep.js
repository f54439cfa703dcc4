/** What a plan needs that another tab wrote while this one worked out what to throw away. */

/**
 * Those of the deletes that may go, in the transaction that deletes: nothing that a plan needs which is not among
 * `plans`, the ids of those that were looked at. A plan is written with all its texts at once, and never changed.
 */
export async function loose(tx, deletes, plans) {
  const seen = new Set(plans);
  const store = tx.objectStore('plans');
  const fresh = (await store.getAllKeys()).filter((id) => !seen.has(id));
  const needed = new Set((await Promise.all(fresh.map((id) => store.get(id)))).flatMap(needs));
  return deletes.filter(({ store: name, key }) => !needed.has(`${name} ${key}`));
}

function needs({ plan }) {
  const turns = listed(plan?.messages).filter(Array.isArray);
  return [...listed(plan?.texts).map((name) => `texts ${name}`), ...turns.map((turn) => `variants ${turn[3]}`)];
}

function listed(value) {
  return Array.isArray(value) ? value : [];
}
