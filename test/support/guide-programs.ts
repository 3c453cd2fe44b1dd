import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { keyStoreOf } from '../../infra/operations/key-commands.ts';
import { type CallCounter, startCallCounter } from './call-counter.ts';
import { codeBlocks, programsIn } from './markdown.ts';
import { punctual, startTestRunner, type TestRunner } from './runner.ts';
import { startSite } from './site.ts';

/** A running program of a guide. */
export interface Running {
  process: ChildProcess;
  /** Its result; `code` is `null` if it was killed. */
  ended: Promise<{ code: number | null; output: string; errors: string }>;
}

/** A folder with the programs of a guide, a service, and sites for the service. */
export interface Workplace {
  runner: TestRunner;
  /** Proxy through which the programs call the service. */
  service: CallCounter;
  sites: { areUp: boolean; areBare: boolean };
  makeKey(plan: 'basic' | 'pro'): Promise<string>;
  start(program: string, args: (string | number)[], key: string): Running;
  write(file: string, text: string): void;
  /** @returns `''` if there is no such file */
  read(file: string): string;
  /** Settles when a file is next written or replaced. */
  changed(file: string): Promise<void>;
  close(): Promise<void>;
}

/** Above the requests of the tests; `basic` has its default limits. */
const PRO = { requestsPerSecond: 500, burst: 1_000, monthlyQuota: 1_000_000, domainsPerDay: 10_000 };

/**
 * Opens a workplace whose sites are all `n<number>.mine.test`, with different titles and scores, and
 * `down<number>.mine.test`, which return 503 until all are up. Sites that are bare have lower scores.
 *
 * @param speedup factor by which retry times are shortened ({@link startCallCounter})
 */
export async function createWorkplace(guide: string, speedup: number): Promise<Workplace> {
  const sites = { areUp: false, areBare: false };
  const site = await startSite(({ url, headers: { host = '' } }, response) => {
    if (host.startsWith('down') && !sites.areUp) return void response.writeHead(503).end();
    if (url !== '/') return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(homePage(host, sites));
  });
  const runner = await startTestRunner(
    {
      ...punctual,
      LOCAL_RESOLVE: `*.mine.test=127.0.0.1:${site.port}`,
      CDK_CONTEXT_JSON: JSON.stringify({ proPlan: PRO }),
    },
    ['--offline'],
  );
  const service = await startCallCounter(runner.url, speedup);
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  for (const [name, code] of programsIn(codeBlocks(readFileSync(guide, 'utf8')))) write(name, code);
  const keys = keyStoreOf({ localPort: Number(new URL(runner.url).port) }, runner.dataDir);
  let keyCount = 0;

  function write(file: string, content: string): void {
    writeFileSync(join(folder, file), content);
  }

  return {
    ...{ runner, service, sites, write },
    makeKey: async (plan) => (await keys.create({ name: `guide-${(keyCount += 1)}`, plan, note: '' })).value,
    start(program, args, key) {
      const env = { PATH: process.env.PATH, API_KEY: key, BASE_URL: service.url };
      const child = spawn(process.execPath, [program, ...args.map(String)], {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const parts = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      const ended = parts.then(([output, errors]) => ({ code: child.exitCode, output, errors }));
      return { process: child, ended };
    },
    read: (file) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : ''),
    changed: (file) =>
      new Promise((resolve) => {
        const watcher = watch(folder, { persistent: false }, (_, name) => {
          if (name !== file) return;
          watcher.close();
          resolve();
        });
      }),
    close: async () => {
      rmSync(folder, { recursive: true, force: true });
      await service.close();
      await Promise.all([runner.close(), site.close()]);
    },
  };
}

function homePage(host: string, { areBare }: Workplace['sites']): string {
  const number = Number(/\d+/.exec(host));
  const description = areBare || number % 3 === 0 ? '' : `<meta name="description" content="What ${host} is about">`;
  return `<!doctype html><html lang="en"><title>Page of "${host}", number ${number}</title>${description}<h1>${host}</h1>`;
}
