import { benchKeywords } from './keywords.ts';
import { benchRefresh } from './refresh.ts';
import { benchScheduler } from './scheduler.ts';
import { tableOf } from './table.ts';

/** `npm run bench`: measures side by side in one run. On a shared machine only the ratios mean something. */
console.log(tableOf([...(await benchRefresh()), ...(await benchScheduler()), ...(await benchKeywords())]));
