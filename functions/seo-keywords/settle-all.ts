/**
 * As `Promise.all`, but leaves nothing running behind where something fails: an instance that has answered is frozen
 * with what it has under way.
 *
 * @throws the first failure, when everything has ended
 */
export async function settleAll<Values extends Promise<unknown>[]>(
  ...promises: Values
): Promise<{ [Index in keyof Values]: Awaited<Values[Index]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
