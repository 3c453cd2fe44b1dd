import { worsened } from './recorded.ts';
import { benchStartBriefly } from './start.ts';
import { tableOf } from './table.ts';

// The short form, for every test run: ratios that are twice as bad as those of the last full run are failures.
const rows = await benchStartBriefly();
console.log(tableOf(rows));
const worse = worsened(rows);
for (const line of worse) console.error(`Worse than recorded: ${line}`);
process.exitCode = worse.length > 0 ? 1 : 0;
