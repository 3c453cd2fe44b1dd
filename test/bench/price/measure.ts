import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { deployedFunction } from '../start/deployed-function.ts';
import { type Instance, runInstance } from '../start/run-instance.ts';
import { median } from '../table.ts';
import type { MeasuredFunction } from './cost.ts';

const RUNS = 5;

interface Effort {
  warmCalls: number;
  /** Time in which a call waits for the database. */
  waitMs: number;
}

/** Measures one call of a deployed function, on one whole core. */
export async function measureFunction(
  name: string,
  instance: Omit<Instance, 'file'>,
  { warmCalls, waitMs }: Effort,
): Promise<MeasuredFunction> {
  const { memoryMb, codeDir } = deployedFunction(name)!;
  const runs = [];
  for (let round = 0; round < RUNS; round += 1) {
    const run = await runInstance({ ...instance, file: join(codeDir, 'handler.mjs') }, warmCalls);
    const { statusCode = 200, body } = run.answer;
    if (statusCode !== 200) throw new Error(`${name} answered ${statusCode}: ${body}`);
    runs.push(run);
  }
  const coldMs = median(runs.map(({ init, call }) => init + call));
  return { memoryMb, waitMs, coldMs, warmMs: median(runs.map(({ cpu }) => cpu!)) };
}

export interface OneCall {
  body: string;
  /** Size of the log of the function. */
  logBytes: number;
  /** Number of calls of DynamoDB, by operation. */
  databaseCalls: Record<string, number>;
}

/** Calls a deployed function once. */
export function callOnce(name: string, { environment, event }: Omit<Instance, 'file'>): OneCall {
  const file = join(deployedFunction(name)!.codeDir, 'handler.mjs');
  const script = join(import.meta.dirname, 'answer.mjs');
  const output = execFileSync(process.execPath, [script, file, JSON.stringify(event)], {
    env: environment,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const [calls, body, ...log] = output.split('\n').reverse().filter(Boolean);
  return {
    body: body!,
    logBytes: Buffer.byteLength(log.join('\n')),
    databaseCalls: JSON.parse(calls!) as Record<string, number>,
  };
}
