import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface TestRunner {
  url: string;
  apiKey: string;
  dataDir: string;
  /** Everything that the runner and its functions have written. */
  output(): string;
  /** GET with the ready-made key; `key: null` sends none. */
  get(path: string, options?: { key?: string | null; headers?: Record<string, string> }): Promise<Response>;
  /** Ends the process with a signal, keeping the data. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Stops and removes the data. */
  close(): Promise<void>;
}

/** Starts `npm start`'s process as a user does, on a free port, with data of its own. */
export async function startTestRunner(
  environment: Record<string, string> = {},
  args: string[] = [],
): Promise<TestRunner> {
  const dataDir = environment.LOCAL_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'runner-'));
  const child = spawn(process.execPath, ['infra/local/main.ts', ...args], {
    env: { PATH: process.env.PATH, PORT: '0', LOCAL_DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()));
  const url = await readyUrl(child, () => output);
  const apiKey = /^API key: (\S+)$/m.exec(output)![1]!;

  async function stop(signal: NodeJS.Signals = 'SIGTERM') {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }
  return {
    url,
    apiKey,
    dataDir,
    output: () => output,
    get: (path, { key = apiKey, headers = {} } = {}) =>
      fetch(url + path, { headers: { ...(key !== null && { 'X-SEO-API-Key': key }), ...headers } }),
    stop,
    close: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function readyUrl(child: ChildProcess, output: () => string): Promise<string> {
  for await (const line of createInterface(child.stdout!)) {
    const ready = /^Ready: (\S+)$/.exec(line);
    if (ready) return ready[1]!;
  }
  throw new Error(`The runner did not start:\n${output()}`);
}
