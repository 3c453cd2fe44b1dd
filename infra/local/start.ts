import { join } from 'node:path';

const main = join(import.meta.dirname, 'main.ts');

/**
 * `npm start`. `malloc` of Linux keeps up to eight pools of memory for each processor, and what ended threads leave in
 * them is in pieces; two keep the runner under load about 100 MB smaller (docs/decisions/005-runner-emulates-aws.md).
 * `malloc` reads their number before a program begins, so this program takes the place of itself.
 */
if (process.platform === 'linux' && process.execve && !process.env.MALLOC_ARENA_MAX) {
  const command = [process.execPath, ...process.execArgv, main, ...process.argv.slice(2)];
  process.execve(process.execPath, command, { ...process.env, MALLOC_ARENA_MAX: '2' });
}
await import('./main.ts');
