import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createFunctionHost, FunctionError, type FunctionHost } from '../../../infra/local/lambda/function-host.ts';
import { createInstances, type Instances } from '../../../infra/local/lambda/instances.ts';

/**
 * Returns its thread after `ms`, and after `started` runs have begun. Logs when it begins to load, when it has loaded,
 * and with `RUNS` each run.
 */
const code = `
import { appendFileSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
const { LOG, RUNS, LOAD_MS, EXITS_AT_START } = process.env;
appendFileSync(LOG, 'begin\\n');
if (EXITS_AT_START) process.exit(1);
await sleep(Number(LOAD_MS));
appendFileSync(LOG, 'end\\n');
export const handler = async ({ ms = 0, exits = false, started = 0 }) => {
  if (exits) process.exit(1);
  if (RUNS) appendFileSync(RUNS, '+');
  while (started && readFileSync(RUNS, 'utf8').replaceAll('-', '').length < started) await sleep(5);
  await sleep(ms);
  if (RUNS) appendFileSync(RUNS, '-');
  return threadId;
};`;

let dir: string;
let hosts: FunctionHost[] = [];
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'instances-'));
  writeFileSync(join(dir, 'index.mjs'), code);
});
afterEach(async () => {
  await Promise.all(hosts.map((host) => host.close()));
  hosts = [];
});
afterAll(() => rmSync(dir, { recursive: true }));

function functionOf(instances: Instances, environment: Record<string, string> = {}, timeoutMs = 10_000) {
  const model = {
    logicalId: 'F',
    name: 'f',
    codeDir: dir,
    handler: 'index.handler',
    timeoutMs,
    memoryMb: 128,
    allowsRecursion: false,
  };
  const settings = { LOG: join(dir, 'log'), LOAD_MS: '20', ...environment };
  const host = createFunctionHost({ ...model, environment: settings }, { environment: {}, extraCa: [], instances });
  hosts.push(host);
  return {
    run: (event: { ms?: number; exits?: boolean; started?: number } = {}) => host.invoke(event) as Promise<number>,
    /** @returns the number of instances that answered */
    runAtOnce: async (count: number, ms: number) => {
      const threads = await Promise.all(Array.from({ length: count }, () => host.invoke({ ms })));
      return new Set(threads).size;
    },
  };
}

test('instances of all functions start one after the other', async () => {
  const log = join(dir, 'starts');
  const instances = createInstances();
  const functions = Array.from({ length: 3 }, () => functionOf(instances, { LOG: log }));
  await Promise.all(functions.flatMap(({ run }) => [run({ ms: 200 }), run({ ms: 200 })]));
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  expect(lines.length).toBeGreaterThanOrEqual(6);
  expect(lines).toEqual(lines.map((_, index) => (index % 2 === 0 ? 'begin' : 'end')));
});

describe('the limit', () => {
  test('of one function is respected, and further invocations wait', async () => {
    const { runAtOnce } = functionOf(createInstances({ total: 5, perFunction: 2 }));
    expect(await runAtOnce(4, 1_000)).toBe(2);
  });

  test('of all functions together is respected', async () => {
    const instances = createInstances({ total: 3, perFunction: 2 });
    const RUNS = join(dir, 'runs');
    const [one, other] = [functionOf(instances, { RUNS }), functionOf(instances, { RUNS })];
    await Promise.all(Array.from({ length: 12 }, (_, index) => (index % 2 ? one : other).run({ ms: 20, started: 3 })));
    let running = 0;
    const counts = [...readFileSync(RUNS, 'utf8')].map((sign) => (running += sign === '+' ? 1 : -1));
    expect([counts.length, Math.max(...counts)]).toEqual([24, 3]);
  });
});

describe('a function without an instance replaces', () => {
  test('an idle instance', async () => {
    const instances = createInstances({ total: 1 });
    const [one, other] = [functionOf(instances), functionOf(instances)];
    const before = await one.run();
    await other.run();
    expect(await one.run()).not.toBe(before);
  });

  test('a busy instance that has served its own function for a while, before invocations that wait for it', async () => {
    const instances = createInstances({ total: 2, keepMs: 50 });
    const [busy, late] = [functionOf(instances), functionOf(instances)];
    const order: string[] = [];
    const many = Array.from({ length: 12 }, () => busy.run({ ms: 50 }).then(() => order.push('busy')));
    await late.run().then(() => order.push('late'));
    await Promise.all(many);
    expect(order.indexOf('late')).toBeLessThan(order.length - 1);
  });

  test('a new instance only after it has served a waiting invocation', async () => {
    const instances = createInstances({ total: 1, keepMs: 60_000 });
    const [one, other] = [functionOf(instances), functionOf(instances)];
    const all = [one.run({ ms: 20 }), other.run(), one.run(), other.run(), one.run(), other.run()];
    expect(new Set(await Promise.all(all)).size).toBe(2);
  });

  test('instances in the order in which such functions began to wait', async () => {
    const instances = createInstances({ total: 1 });
    const [busy, first, second] = [functionOf(instances), functionOf(instances), functionOf(instances)];
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const running = busy.run({ ms: 100 });
    await sleep(20);
    await Promise.all([second.run().then(note('second')), first.run().then(note('first')), running]);
    expect(order).toEqual(['second', 'first']);
  });

  test('instances for any number of such functions', async () => {
    const instances = createInstances({ total: 2 });
    const functions = Array.from({ length: 6 }, () => functionOf(instances));
    const all = functions.flatMap(({ run }) => [run({ ms: 10 }), run({ ms: 10 }), run({ ms: 10 })]);
    expect(await Promise.all(all)).toHaveLength(18);
  });
});

test('an idle instance is terminated', async () => {
  const { run } = functionOf(createInstances({ idleMs: 10 }));
  const before = await run();
  await sleep(200);
  expect(await run()).not.toBe(before);
});

test('the time limit of a function excludes the start of its instance', async () => {
  const { run } = functionOf(createInstances(), { LOAD_MS: '400' }, 200);
  await expect(run()).resolves.toEqual(expect.any(Number));
  await expect(run({ ms: 5_000 })).rejects.toThrow('f: Task timed out after 0.2 seconds');
});

describe('an instance that exits', () => {
  test('during an invocation is replaced by the next one', async () => {
    const { run } = functionOf(createInstances({ total: 1 }));
    const [exiting, next] = [run({ exits: true }), run()];
    await expect(exiting).rejects.toThrow(FunctionError);
    await expect(next).resolves.toEqual(expect.any(Number));
  });

  test('at its start fails one invocation only', async () => {
    const instances = createInstances({ total: 1 });
    const broken = functionOf(instances, { EXITS_AT_START: 'yes' });
    const working = functionOf(instances);
    const all = [broken.run(), broken.run(), working.run()];
    await expect(all[0]).rejects.toThrow(FunctionError);
    await expect(all[1]).rejects.toThrow(FunctionError);
    await expect(all[2]).resolves.toEqual(expect.any(Number));
  });
});
