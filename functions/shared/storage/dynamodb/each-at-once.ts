/** Requests under way at once. */
const AT_ONCE = 25;

/**
 * Sends a request of its own for each item, several at once.
 *
 * @param atOnce how many
 */
export async function eachAtOnce<Item>(
  items: Item[],
  send: (item: Item) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<void> {
  for (let start = 0; start < items.length; start += atOnce) {
    await Promise.all(items.slice(start, start + atOnce).map(send));
  }
}
