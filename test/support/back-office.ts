import { beforeAll } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepSuiteWithinDay } from './keep-within-day.ts';
import { punctual, startTestRunner, type TestRunner } from './runner.ts';
import { callBackOffice, signIn } from './sign-in.ts';
import { useOpened } from './use-opened.ts';

interface Answer<Data> {
  status: number;
  headers: Headers;
  body: { code: number; success: boolean; error?: string; details?: { param: string }[]; data: Data };
}

interface BackOffice {
  runner: TestRunner;
  /** Access token of the operator. */
  readonly token: string;
  /** Calls the API of the back office, by default as its operator. */
  call: <Data = object>(method: string, path: string, body?: unknown, bearer?: string) => Promise<Answer<Data>>;
  /** Returns `data` of a GET. */
  dataOf: <Data>(path: string) => Promise<Data>;
}

/**
 * Starts a runner with the sandbox for the tests of a file, and signs in its operator. They run within one day, since
 * allowances are counted by day.
 *
 * @param environment settings of the runner, read when it is started
 */
export function useBackOffice(environment: () => Record<string, string> = () => ({})): BackOffice {
  let token: string;
  keepSuiteWithinDay();
  const runner = useOpened(() => startTestRunner({ ...punctual, ...environment() }, ['--offline']));
  beforeAll(async () => {
    token = (await signIn(runner)).access_token;
  });

  const call: BackOffice['call'] = async (method, path, body, bearer = token) => {
    const response = await callBackOffice(runner, path, { token: bearer, method, body });
    return { status: response.status, headers: response.headers, body: (await response.json()) as never };
  };
  return {
    runner,
    get token() {
      return token;
    },
    call,
    dataOf: async <Data>(path: string) => (await call<Data>('GET', path)).body.data,
  };
}

/** Waits for what happens in the background. */
export async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    if (await isDone()) return;
    await sleep(250);
  }
  throw new Error('It did not come about in time');
}
