/**
 * Shares a limit among groups: each has as much as any other, as far as it has so much, and who comes first gets what
 * cannot be divided.
 *
 * @param sizes how many there are of each
 * @returns how many of each to take; together as many as the limit, or all
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
