/**
 * Distributes a limit evenly among groups. What a small group does not need goes to the others; the first groups get
 * the remainder.
 *
 * @param sizes number of items in each group
 * @returns how many items of each group to take; their sum is the limit, or the number of all items
 */
export function sharesOf(sizes: number[], limit: number): number[] {
  const shares = sizes.map(() => 0);
  let left = Math.min(
    limit,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  while (left > 0) {
    for (const [index, size] of sizes.entries()) {
      if (left === 0 || shares[index]! >= size) continue;
      shares[index]! += 1;
      left -= 1;
    }
  }
  return shares;
}
