import { availableParallelism } from 'node:os';
import './test/support/shift-clock.ts';

if (process.env.TEST_CLOCK_OFFSET_MS !== '0') {
  const { href } = new URL('./test/support/shift-clock.ts', import.meta.url);
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, `--import=${href}`].filter(Boolean).join(' ');
}

/** What `npm run test:full` runs: attacks, benches, and what is named so. */
export const fullTests = ['**/test/{bench,hostile}/**/*.test.ts', '**/test/**/*.full.test.ts'];

export default {
  testMatch: ['<rootDir>/test/**/*.test.ts', ...fullTests.map((pattern) => `!${pattern}`)],
  extensionsToTreatAsEsm: ['.ts'],
  globalSetup: '<rootDir>/test/global-setup.ts',
  globalTeardown: '<rootDir>/test/global-teardown.ts',
  setupFiles: ['<rootDir>/test/support/shift-clock.ts'],
  transform: { '\\.ts$': '<rootDir>/test/esbuild-transform.js' },
  testEnvironment: 'node',
  testSequencer: '<rootDir>/test/longest-first.js',
  reporters: ['default', '<rootDir>/test/skipped-tests-reporter.ts'],
  coverageProvider: 'v8',
  // No test depends on it: only what never ends is to be found. Under load, a first start alone can take minutes.
  testTimeout: 600_000,
  // Much of the time is waiting for servers and timers: two workers a core.
  maxWorkers: 2 * availableParallelism(),
  // A worker keeps memory of each file: up to 2.5 GB at the end of a run.
  workerIdleMemoryLimit: '1GB',
};
