/** @returns a pseudo-random generator of numbers from 0 to below 1: the same for the same seed */
export function chance(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
