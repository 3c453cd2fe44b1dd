import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

export interface Run {
  /** Milliseconds from the start of the process to the response; of these, loading the code and the first call. */
  total: number;
  init: number;
  call: number;
  /** Further calls: milliseconds of each, mean CPU milliseconds, mean bytes of heap. */
  wall?: number[];
  cpu?: number;
  bytes?: number;
}

export interface Instance {
  /** The bundle with the handler. */
  file: string;
  environment: Record<string, string>;
  event: APIGatewayProxyEvent;
}

type Answered = Run & { answer: Partial<APIGatewayProxyResult> };

/** Starts an instance, and calls it once and then `warmCalls` times. */
export async function runInstance({ file, environment, event }: Instance, warmCalls = 0): Promise<Answered> {
  const flags = warmCalls > 0 ? ['--expose-gc'] : [];
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [...flags, join(import.meta.dirname, 'run.mjs'), file, JSON.stringify(event), `${warmCalls}`],
    { env: environment, stdio: ['ignore', 'ignore', 'inherit', 'pipe'] },
  );
  let total = 0;
  let output = '';
  for await (const piece of child.stdio[3] as Readable) {
    total ||= performance.now() - started;
    output += String(piece);
  }
  return { total, ...(JSON.parse(output) as Omit<Answered, 'total'>) };
}
