import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { CORPORA } from '../corpora/packages.ts';
import type { TestRunner } from './runner.ts';

/** The service's URL in the pages. */
const DOCUMENTED_URL = 'http://127.0.0.1:3000';
const PLACEHOLDER = /<(?<name>[A-Za-z_][\w-]*)>/g;
/** Each response on its own line. */
const CURL_SETTINGS = 'silent\nshow-error\nmax-time = 30\nwrite-out = "\\n"\n';
/** A program may wait for a crawl: a second for each page of the largest site of the sandbox. */
const TIMEOUT_MS = 170_000;

const execute = promisify(execFile);

/** Languages of blocks that are run. */
export type Runnable = 'sh' | 'ts' | 'python';

/** Runs the blocks of one page one after the other, like a reader. */
export interface PageSession {
  /** @returns the block's output. @throws when it fails */
  run(language: Runnable, code: string): Promise<string>;
  /** Saves a file in the folder in which later blocks are run. */
  save(name: string, text: string): void;
  close(): void;
}

/**
 * Variables that a block sets are visible to later blocks, as in one terminal. The placeholder `<API_KEY>` is replaced
 * by the key, any other one by the member of that name in the last response that has it.
 */
export function openPageSession(runner: Pick<TestRunner, 'url' | 'dataDir'>, apiKey: string): PageSession {
  const folder = mkdtempSync(join(tmpdir(), 'page-'));
  const state = join(folder, 'state.sh');
  writeFileSync(state, '');
  writeFileSync(join(folder, '.curlrc'), CURL_SETTINGS);
  symlinkSync(CORPORA, join(folder, 'node_modules'));
  // A reader saves programs in the folder of the project, whose commands are run there.
  for (const name of ['package.json', 'infra']) symlinkSync(resolve(name), join(folder, name));
  const known = new Map([['API_KEY', apiKey]]);
  let cwd: string | undefined;
  const env = { ...process.env, CURL_HOME: folder, PORT: new URL(runner.url).port, LOCAL_DATA_DIR: runner.dataDir };

  function filled(code: string): string {
    return code.replaceAll(DOCUMENTED_URL, runner.url).replace(PLACEHOLDER, (whole, name: string) => {
      return known.get(name) ?? whole;
    });
  }

  async function shell(script: string): Promise<string> {
    const inState = `set -a\n. '${state}'\n${script}\nexport -p > '${state}'\n`;
    const options = { env, cwd, timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 };
    const { stdout } = await execute('sh', ['-ec', inState], options);
    return stdout;
  }

  return {
    async run(language, code) {
      const output = await shell(language === 'sh' ? filled(code) : program(folder, language, filled(code)));
      for (const answer of answersIn(output)) remember(answer, known);
      return output;
    },
    save(name, text) {
      writeFileSync(join(folder, name), text);
      cwd = folder;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** @returns the command that runs it in its own folder, where it may write files */
function program(folder: string, language: 'ts' | 'python', code: string): string {
  const file = join(folder, language === 'ts' ? 'block.mts' : 'block.py');
  writeFileSync(file, code);
  return `(cd '${folder}' && ${language === 'ts' ? `'${process.execPath}'` : 'python3'} '${file}')`;
}

/** Returns the JSON responses in a block's output, one per line. */
export function answersIn(output: string): unknown[] {
  return output.split('\n').flatMap((line) => {
    try {
      return line.startsWith('{') ? [JSON.parse(line) as unknown] : [];
    } catch {
      return [];
    }
  });
}

function remember(answer: unknown, known: Map<string, string>) {
  const { data } = answer as { data?: Record<string, unknown> };
  for (const [name, value] of Object.entries(data ?? {})) {
    if (typeof value === 'string' || typeof value === 'number') known.set(name, String(value));
  }
}

/** @throws when the shell, or Node, cannot parse it */
export async function checkSyntax(language: Runnable, code: string): Promise<void> {
  if (language === 'ts') stripTypeScriptTypes(code);
  else await execute('sh', ['-n', '-c', code.replace(PLACEHOLDER, 'placeholder')]);
}

export async function isInstalled(program: string, args = ['--version']): Promise<boolean> {
  return execute(program, args).then(
    () => true,
    () => false,
  );
}
