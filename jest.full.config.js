import usual, { fullTests } from './jest.config.js';

/** `npm run test:full`: the longer forms, which `npm test` leaves out. */
export default {
  ...usual,
  testMatch: [...fullTests, '**/test/unit/storage/keyword-search.test.ts'],
  globals: { combinations: 250 },
};
