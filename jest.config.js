export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/esbuild-transform.js' },
  testEnvironment: 'node',
  coverageProvider: 'v8',
  testTimeout: 30_000,
  // Most of the time is waiting for servers and timers: one worker a core.
  maxWorkers: '100%',
};
