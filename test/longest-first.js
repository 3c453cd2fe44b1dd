import TestSequencer from '@jest/test-sequencer';

/** Milliseconds that a file in one of these folders may take: those that start test runs, processes and browsers take longest. */
const EXPECTED_MS = {
  test: 25_000,
  browser: 60_000,
  hostile: 30_000,
  integration: 20_000,
  bench: 20_000,
  infra: 15_000,
};

/**
 * Jest sequencer: the longest test files run first, so that none runs alone at the end. Jest knows durations from the
 * run before; on a fresh checkout, folder and size of a file tell which may be long.
 */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isFirstRun = sorted.every(({ duration }) => duration === undefined);
    return isFirstRun ? sorted.toSorted((one, other) => expectedMs(other) - expectedMs(one)) : sorted;
  }
}

function expectedMs({ path, context }) {
  const folder = /\/test\/(\w+)\//.exec(path)?.[1] ?? 'test';
  return (EXPECTED_MS[folder] ?? 0) + (context.hasteFS.getSize(path) ?? 0);
}
