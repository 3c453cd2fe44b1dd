import { worsened } from './recorded.ts';
import { benchStartBriefly } from './start.ts';
import { tableOf } from './table.ts';

/** Several, because a ratio that other work on the machine has made worse is good at the next attempt. */
const ATTEMPTS = 4;

// The short form, for every test run, fails if a ratio stays twice as bad as in the last full run.
let worse: string[];
let attempts = 0;
do {
  const rows = await benchStartBriefly();
  console.log(tableOf(rows));
  worse = worsened('start', rows);
  attempts += 1;
} while (worse.length > 0 && attempts < ATTEMPTS);
for (const line of worse) console.error(`Worse than recorded: ${line}`);
process.exitCode = worse.length > 0 ? 1 : 0;
