import { benchParts } from './bench/parts.ts';
import { longParts } from './support/long-parts.ts';
import { runParts } from './support/parts.ts';

/** Tests that `npm run test:full` runs in a shorter form: with samples, a short list, or without measuring times. */
const SAMPLED = [
  'test/integration/{real-pages,real-sites,many-domains}.full.test.ts',
  'test/unit/site-reports/graph/links-of-real-pages.full.test.ts',
  'test/browser/lighthouse.full.test.ts',
];

const commands = new Map([
  ['bench', benchParts],
  ['hostile', longParts(['test/hostile/*.test.ts'], ['load', 'sites'])],
  ['sampled', longParts(SAMPLED, ['lighthouse'])],
]);

/**
 * `npm run release-check`: the benchmark, the long form of the attacks, and that of tests that otherwise run samples;
 * `npm run bench` and `npm run test:hostile` run one of these. Options are names of parts, `--continue` and `--list`
 * (`npm run bench -- --continue`).
 */
const [command = '', ...args] = process.argv.slice(2);
const parts = commands.get(command);
process.exitCode = await runParts(parts ?? [...commands.values()].flat(), parts ? args : process.argv.slice(2));
