import { availableParallelism } from 'node:os';
import usual, { fullTests } from './jest.config.js';

/** `npm run test:full`: the longer forms, which `npm test` leaves out. */
export default {
  ...usual,
  testMatch: fullTests,
  // Attacks measure how others fare meanwhile.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  globals: { combinations: 250, isFull: true },
};
