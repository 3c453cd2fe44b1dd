import { describe, test } from '@jest/globals';

type Body = () => void | Promise<void>;

/**
 * `test` if the condition is true. Otherwise the test is skipped, and the reason is printed at the end of the run.
 * There is no other way to skip a test: lint forbids it, and the run fails.
 */
export function testWhen(condition: boolean, reason: string) {
  return (name: string, body: Body, timeoutMs?: number): void => {
    if (condition) test(name, body, timeoutMs);
    // eslint-disable-next-line no-restricted-properties -- the one place where tests are skipped
    else test.skip(marked(name, reason), body);
  };
}

/** `describe` if the condition is true; see `testWhen`. */
export function describeWhen(condition: boolean, reason: string) {
  return (name: string, body: () => void): void => {
    if (condition) describe(name, body);
    // eslint-disable-next-line no-restricted-properties -- the one place where tests are skipped
    else describe.skip(marked(name, reason), body);
  };
}

function marked(name: string, reason: string): string {
  return `${name} [[skipped: ${reason}]]`;
}
