/** A page of a list ends here, whatever its limit: 4 MB, as UTF-8. */
const PAGE_BYTES = 4_000_000;
/** Lambda takes a response of 6 MB, in which the body is a JSON string: its quotes and backslashes are escaped again. */
const ESCAPED_BYTES = 5_500_000;

/**
 * Counts what stands on a page, item by item.
 *
 * @returns what counts one more item, given its text on the page, and tells whether all so far fit into one answer
 */
export function pageRoom(): (text: string) => boolean {
  let [bytes, escaped] = [0, 0];
  return (text) => {
    bytes += Buffer.byteLength(text) + 1;
    escaped += Buffer.byteLength(JSON.stringify(text));
    return bytes <= PAGE_BYTES && escaped <= ESCAPED_BYTES;
  };
}

/**
 * The first items of a list that fit into one answer, at least one.
 *
 * @param items as they stand in the answer
 */
export function fittingItems<Item>(items: Item[]): Item[] {
  const fits = pageRoom();
  const end = items.findIndex((item, index) => !fits(JSON.stringify(item)) && index > 0);
  return end < 0 ? items : items.slice(0, end);
}
