import { tmpdir } from 'node:os';
import { isDiskFull } from './data-files.ts';
import { startRunner } from './runner.ts';
import { BadSetting, readRunnerSettings } from './settings.ts';

// Output that cannot be written (a log file on a full disk) must not end the service.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

// The embedded database throws if it cannot write: a full disk ends the service, and no stored data are lost.
process.on('uncaughtException', (error) => {
  console.error(explain(error));
  process.exit(1);
});

/** `npm start`: the whole service on this machine. */
try {
  const runner = await startRunner(readRunnerSettings(process.argv.slice(2)));
  console.log(`API key: ${runner.apiKey}`);
  console.log(`Workspace: ${runner.url}/back-office/`);
  for (const [role, { name, password }] of Object.entries(runner.users)) {
    console.log(`  ${role}: ${name}  password: ${password}`);
  }
  console.log(`Ready: ${runner.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void runner.close().then(() => process.exit(0)));
  }
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

/** Returns one line for errors that the operator can fix, and the stack for others. */
function explain(error: unknown): string {
  if (isDiskFull(error))
    return `The disk is full: the runner needs room in LOCAL_DATA_DIR (${process.env.LOCAL_DATA_DIR || '.local'}) and in ${tmpdir()}`;
  if (error instanceof BadSetting) return `Bad setting: ${error.message}`;
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return 'The port is in use: set PORT to another one';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
