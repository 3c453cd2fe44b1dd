import { join } from 'node:path';

const main = join(import.meta.dirname, 'main.ts');

/**
 * `npm start`. `malloc` of Linux has up to eight memory pools per processor, which are fragmented after threads end; with
 * two, the runner takes about 100 MB less under load (docs/decisions/005-runner-emulates-aws.md). `malloc` reads their
 * number before a program starts, so this program replaces itself.
 */
if (process.platform === 'linux' && process.execve && !process.env.MALLOC_ARENA_MAX) {
  const command = [process.execPath, ...process.execArgv, main, ...process.argv.slice(2)];
  process.execve(process.execPath, command, { ...process.env, MALLOC_ARENA_MAX: '2' });
}
await import('./main.ts');
