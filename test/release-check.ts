import { benchParts } from './bench/parts.ts';
import { hostileParts } from './hostile/parts.ts';
import { runParts } from './support/parts.ts';

const commands = new Map([
  ['bench', benchParts],
  ['hostile', hostileParts()],
]);

/**
 * `npm run release-check`: the bench and the long form of the attacks; `npm run bench` and `npm run test:hostile` are
 * one of the two. Names of parts, `--continue` and `--list` may follow (`npm run bench -- --continue`).
 */
const [command = '', ...args] = process.argv.slice(2);
const parts = commands.get(command);
process.exitCode = await runParts(parts ?? [...commands.values()].flat(), parts ? args : process.argv.slice(2));
