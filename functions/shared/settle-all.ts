/**
 * As `Promise.all`, but leaves nothing running behind where something fails: an instance that has answered is frozen
 * with what it has under way.
 *
 * @throws the first failure, when everything has ended
 */
export async function settleAll<Values extends readonly unknown[]>(
  promises: readonly [...{ [Index in keyof Values]: Promise<Values[Index]> | Values[Index] }],
): Promise<Values> {
  await Promise.allSettled(promises);
  return (await Promise.all(promises)) as unknown as Values;
}
