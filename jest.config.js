import { availableParallelism } from 'node:os';

export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/esbuild-transform.js' },
  testEnvironment: 'node',
  coverageProvider: 'v8',
  testTimeout: 30_000,
  // Much of the time is waiting for servers and timers: three workers for two cores.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
};
