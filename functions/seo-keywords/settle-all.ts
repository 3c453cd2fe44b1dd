/**
 * As `Promise.all`, but waits for all promises even if one fails: Lambda freezes an instance after its response, with
 * everything that is still running.
 *
 * @throws the first failure, after all have settled
 */
export async function settleAll<Values extends Promise<unknown>[]>(
  ...promises: Values
): Promise<{ [Index in keyof Values]: Awaited<Values[Index]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
