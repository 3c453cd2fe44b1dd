import { expect, test } from '@jest/globals';
import { createContext, runInContext } from 'node:vm';
import { shiftDate } from '../support/shift-date.ts';

const HOUR_MS = 3_600_000;

/** A separate realm, like that of a page, whose machine's clock is stopped. */
function shiftedRealm() {
  const context = createContext({});
  runInContext(`Date.now = () => 0; (${shiftDate.toString()})(${HOUR_MS})`, context);
  return (source: string): unknown => runInContext(source, context);
}

test.each([
  ['Date.now()', HOUR_MS],
  ['new Date().getTime()', HOUR_MS],
  ['Date.parse(Date())', HOUR_MS],
  ['new Date(5).getTime()', 5],
  ['new Date() instanceof Date', true],
  ['const now = Date.now; Date.now = () => now() + 7; Date.now()', HOUR_MS + 7],
])('in a realm whose clock is shifted by an hour, %s is %s', (source, value) => {
  expect(shiftedRealm()(source)).toBe(value);
});
