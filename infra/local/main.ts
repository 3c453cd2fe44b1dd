import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDiskFull } from './data-files.ts';
import { type Runner, startRunner } from './runner.ts';
import { LOG_FILE } from './service-log.ts';
import { BadSetting, readRunnerSettings, type RunnerSettings } from './settings.ts';

// Output that cannot be written (a log file on a full disk) must not end the service.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

// The embedded database throws if it cannot write: a full disk ends the service, and no stored data are lost.
process.on('uncaughtException', (error) => {
  console.error(explain(error));
  process.exit(1);
});

/** `npm start`: the whole service on this machine. */
try {
  const settings = readRunnerSettings(process.argv.slice(2));
  const runner = await startRunner(settings);
  console.log(introduce(runner, settings));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void runner.close().then(() => process.exit(0)));
  }
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

/** Returns what to do next. */
function introduce({ url, apiKey, users }: Runner, { LOCAL_DATA_DIR: dataDir, verbose }: RunnerSettings): string {
  const log = join(dataDir, LOG_FILE);
  return [
    `API key: ${apiKey}`,
    `Workspace: ${url}/back-office/`,
    ...Object.entries(users).map(([role, { name, password }]) => `  ${role}: ${name}  password: ${password}`),
    `Reference of the API: ${url}/docs`,
    'Sites of the sandbox: shop.example, faulty.example, blog.example',
    `Log: ${log}${verbose ? '' : ', which npm start -- --verbose prints here too'}`,
    `Ready: ${url}`,
    '',
    'In a second terminal:',
    `  curl -H 'X-SEO-API-Key: ${apiKey}' '${url}/api/v1/seo/query?domain=shop.example'`,
    '',
  ].join('\n');
}

/** Returns one line for errors that the operator can fix, and the stack for others. */
function explain(error: unknown): string {
  if (isDiskFull(error))
    return `The disk is full: the runner needs room in LOCAL_DATA_DIR (${process.env.LOCAL_DATA_DIR || '.local'}) and in ${tmpdir()}`;
  if (error instanceof BadSetting) return `Bad setting: ${error.message}`;
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return 'The port is in use: set PORT to another one';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
