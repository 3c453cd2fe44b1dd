import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { machineEnvironment } from '../support/machine.ts';

const START = 'infra/local/start.ts';
let dataDir: string;
let child: ChildProcess;
let lines: string[];
let url: string;

const environment = (others: Record<string, string> = {}) => ({
  ...machineEnvironment(),
  ...{ PORT: '0', LOCAL_DATA_DIR: dataDir, ...others },
});

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'terminal-'));
  lines = [];
  child = spawn(process.execPath, [START, '--offline'], { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
  const printed = createInterface({ input: child.stdout! });
  printed.on('line', (line) => lines.push(line));
  while (!lines.some((line) => line.includes('curl '))) await once(printed, 'line');
  url = lines.map((line) => /^Ready: (\S+)$/.exec(line)?.[1]).find(Boolean)!;
});
afterAll(async () => {
  child.kill();
  await once(child, 'exit');
  rmSync(dataDir, { recursive: true });
});

/** Starts another runner, which is expected to end at once. */
async function refused(args: string[], others: Record<string, string> = {}): Promise<string> {
  const run = promisify(execFile)(process.execPath, [START, ...args], { env: environment(others) });
  const { stdout, stderr } = await run.then(
    () => ({ stdout: 'it started', stderr: '' }),
    (error: { stdout: string; stderr: string }) => error,
  );
  return stdout + stderr;
}

describe('the terminal of npm start', () => {
  test('ends with a request that works as it is printed', async () => {
    const command = lines.find((line) => line.includes('curl '))!;
    const [, header, address] = /^ {2}curl -H '(\S+: \S+)' '(\S+)'$/.exec(command)!;
    const [name, value] = header!.split(': ');
    const response = await fetch(address!, { headers: { [name!]: value! } });
    expect(response.status).toBe(200);
    expect(((await response.json()) as { data: { domain: string } }).data.domain).toBe('shop.example');
  });

  test('names the workspace, the reference, and sites of the sandbox that can be queried', async () => {
    expect(lines).toContain(`Workspace: ${url}/back-office/`);
    for (const path of ['/back-office/', '/docs']) expect((await fetch(url + path)).status).toBe(200);
    const key = /^API key: (\S+)$/.exec(lines.find((line) => line.startsWith('API key'))!)![1]!;
    const [, names] = /^Sites of the sandbox: (.+)$/.exec(lines.find((line) => line.startsWith('Sites'))!)!;
    for (const name of names!.split(', ')) {
      const query = `${url}/api/v1/seo/query?domain=${name}`;
      expect((await fetch(query, { headers: { 'X-SEO-API-Key': key } })).status).toBe(200);
    }
  });

  test('stays as it is while requests are logged in the file that it names', () => {
    const logged = readFileSync(join(dataDir, 'service.log'), 'utf8');
    expect(logged).toContain('"route":"GET /api/v1/seo/query"');
    expect(lines).toContain(`Log: ${join(dataDir, 'service.log')}, which npm start -- --verbose prints here too`);
    expect(lines.filter((line) => line.startsWith('{'))).toEqual([]);
  });

  test.each<[string, string[], () => Record<string, string>, RegExp]>([
    [
      'a port in use',
      [],
      () => ({ PORT: new URL(url).port, LOCAL_DATA_DIR: `${dataDir}-2` }),
      /^The port is in use: set PORT to another one\n$/,
    ],
    [
      'a second runner with the same data',
      [],
      () => ({}),
      /^Bad setting: LOCAL_DATA_DIR: \S+ is in use by another runner \(process \d+\)\n$/,
    ],
    [
      'an unknown option',
      ['--ofline'],
      () => ({}),
      /^Bad setting: Unknown option '--ofline'; the options are --offline and --verbose\n$/,
    ],
  ])('has one line for %s', async (_, args, others, expected) => {
    expect(await refused(args, others())).toMatch(expected);
    rmSync(`${dataDir}-2`, { recursive: true, force: true });
  });
});
