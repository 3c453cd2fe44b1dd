import { startRunner } from './runner.ts';
import { BadSetting, readRunnerSettings } from './settings.ts';

/** `npm start`: the whole service on this machine. */
try {
  const runner = await startRunner(readRunnerSettings(process.argv.slice(2)));
  console.log(`API key: ${runner.apiKey}`);
  const { name, password } = runner.operator;
  console.log(`Back office: ${runner.url}/back-office/  operator: ${name}  password: ${password}`);
  console.log(`Ready: ${runner.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void runner.close().then(() => process.exit(0)));
  }
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

/** What people can mend is told in one line; the rest with its stack. */
function explain(error: unknown): string {
  if (error instanceof BadSetting) return `Bad setting: ${error.message}`;
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return 'The port is in use: set PORT to another one';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
