import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

export interface Run {
  /** Milliseconds: from the process being started to its answer, and of that loading the code and the first call. */
  total: number;
  init: number;
  call: number;
  /** Of many further calls: milliseconds each, CPU milliseconds a call, bytes of heap a call. */
  wall?: number[];
  cpu?: number;
  bytes?: number;
}

export interface Instance {
  /** The bundle that has the handler. */
  file: string;
  environment: Record<string, string>;
  event: APIGatewayProxyEvent;
}

type Answered = Run & { answer: Partial<APIGatewayProxyResult> };

/** Starts an instance, has it answer once, and then as often again as is said. */
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
