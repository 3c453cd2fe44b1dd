import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Credentials, localRegion, readCredentialsFile } from '../../infra/local/credentials.ts';
import type { Call } from '../../infra/local/permissions.ts';
import { machineEnvironment } from './machine.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
/** Arguments of Node in `npm start`. */
const startArgs = scripts.start.split(' ').slice(1);
/** Cache of compiled code, with which a start takes two thirds of the processor time. */
const COMPILE_CACHE = join(process.cwd(), 'node_modules/.cache/compiled');

export interface TestRunner {
  url: string;
  apiKey: string;
  dataDir: string;
  pid: number;
  /** Settings of AWS clients that call the runner's emulated services as its operator. */
  aws: { endpoint: string; region: string; credentials: Credentials };
  /** Output of the runner and its functions so far. */
  output(): string;
  /** GET with the predefined key; `key: null` sends none. */
  get(path: string, options?: { key?: string | null; headers?: Record<string, string> }): Promise<Response>;
  /** The distinct calls whose permissions were checked. */
  awsCalls(): Call[];
  /** Ends the process with a signal, keeping the data. @throws {CallsRefused} */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Stops and removes the data. @throws {CallsRefused} */
  close(): Promise<void>;
}

/** Settings with short or no emulated AWS delays, for tests that check results immediately. */
export const punctual = {
  LOCAL_VISIBILITY_TIMEOUT_SECONDS: '1',
  LOCAL_IRREGULAR_MESSAGES: '0',
  LOCAL_USAGE_LAG_SECONDS: '0',
  LOCAL_MAIL_DELAY_SECONDS: '1',
};

/** Thrown when a function made calls that its role does not allow: not every such failure is visible in a response. */
class CallsRefused extends Error {
  constructor(calls: Call[]) {
    super(calls.map((call) => `${call.function} may not ${call.action} on ${call.resource}`).join('\n'));
  }
}

/**
 * Starts the process of `npm start` on a free port, with its own data.
 *
 * @param nodeArgs further arguments of Node
 */
export async function startTestRunner(
  environment: Record<string, string> = {},
  args: string[] = [],
  nodeArgs: string[] = [],
): Promise<TestRunner> {
  const dataDir = environment.LOCAL_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'runner-'));
  const child = spawn(process.execPath, [...nodeArgs, ...startArgs, ...args, '--verbose'], {
    env: {
      ...machineEnvironment(),
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PORT: '0',
      LOCAL_DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()));
  const url = await readyUrl(child, () => output);
  const apiKey = /^API key: (\S+)$/m.exec(output)![1]!;

  const awsCalls = () => readCalls(join(dataDir, 'aws-calls.jsonl'));

  async function stop(signal: NodeJS.Signals = 'SIGTERM') {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
    const refused = awsCalls().filter(({ allowed, byCondition }) => !allowed && !byCondition);
    if (refused.length > 0) throw new CallsRefused(refused);
  }
  return {
    url,
    apiKey,
    dataDir,
    pid: child.pid!,
    aws: {
      endpoint: url,
      region: localRegion,
      credentials: readCredentialsFile(join(dataDir, 'aws-credentials')),
    },
    output: () => output,
    get: (path, { key = apiKey, headers = {} } = {}) =>
      fetch(url + path, { headers: { ...(key !== null && { 'X-SEO-API-Key': key }), ...headers } }),
    awsCalls,
    stop,
    close: async () => {
      try {
        await stop();
      } finally {
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  };
}

function readCalls(file: string): Call[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line) as Call);
}

async function readyUrl(child: ChildProcess, output: () => string): Promise<string> {
  for await (const line of createInterface(child.stdout!)) {
    const ready = /^Ready: (\S+)$/.exec(line);
    if (ready) return ready[1]!;
  }
  throw new Error(`The runner did not start:\n${output()}`);
}
