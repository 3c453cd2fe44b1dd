/** A page of a list ends here, whatever its limit: 4 MB, as UTF-8. */
const PAGE_BYTES = 4_000_000;
/** Lambda takes a response of 6 MB, in which the body is a JSON string: its quotes and backslashes are escaped again. */
const ESCAPED_BYTES = 5_500_000;

/**
 * The first items of a list that fit into one answer, at least one.
 *
 * @param items as they stand in the answer
 */
export function fittingItems<Item>(items: Item[]): Item[] {
  let [bytes, escaped] = [0, 0];
  const end = items.findIndex((item, index) => {
    const text = JSON.stringify(item);
    bytes += Buffer.byteLength(text) + 1;
    escaped += Buffer.byteLength(JSON.stringify(text));
    return index > 0 && (bytes > PAGE_BYTES || escaped > ESCAPED_BYTES);
  });
  return end < 0 ? items : items.slice(0, end);
}
