/** Calls of the database that were counted. */
export interface CountedCalls {
  calls: number;
  readUnits: number;
  writeUnits: number;
  /** Items that were deleted. */
  deletes: number;
}

/** Path of the database that returns the calls so far. */
export const COUNTS_PATH = '/counts';

/** @param port of the database */
export async function readCounts(port: number): Promise<CountedCalls> {
  return (await (await fetch(`http://127.0.0.1:${port}${COUNTS_PATH}`)).json()) as CountedCalls;
}

export function callsBetween(before: CountedCalls, after: CountedCalls): CountedCalls {
  return {
    calls: after.calls - before.calls,
    readUnits: after.readUnits - before.readUnits,
    writeUnits: after.writeUnits - before.writeUnits,
    deletes: after.deletes - before.deletes,
  };
}
