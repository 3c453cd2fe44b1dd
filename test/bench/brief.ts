import { worsened } from './recorded.ts';
import { benchStartBriefly } from './start.ts';
import { tableOf } from './table.ts';

/** What other work on the machine made worse is good the next time; what the code made worse stays so. */
const ATTEMPTS = 4;

// The short form, for every test run: ratios that stay twice as bad as those of the last full run are failures.
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
