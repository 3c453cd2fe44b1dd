/** Requests under way at once. */
const AT_ONCE = 25;

/** Sends a request of its own for each item, several at once. */
export async function eachAtOnce<Item>(items: Item[], send: (item: Item) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    await Promise.all(items.slice(start, start + AT_ONCE).map(send));
  }
}
