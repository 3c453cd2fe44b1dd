import { availableParallelism } from 'node:os';

/** What `npm run test:full` runs: attacks, benches, and what is named so. */
export const fullTests = ['**/test/{bench,hostile}/**/*.test.ts', '**/test/**/*.full.test.ts'];

export default {
  testMatch: ['<rootDir>/test/**/*.test.ts', ...fullTests.map((pattern) => `!${pattern}`)],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/esbuild-transform.js' },
  testEnvironment: 'node',
  testSequencer: '<rootDir>/test/longest-first.js',
  reporters: ['default', '<rootDir>/test/skipped-tests-reporter.ts'],
  coverageProvider: 'v8',
  // On a machine that does much else beside, thirty seconds were too few.
  testTimeout: 60_000,
  // Much of the time is waiting for servers and timers: two workers a core.
  maxWorkers: 2 * availableParallelism(),
};
