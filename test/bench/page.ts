import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { agreement } from './page/agreement.ts';
import type { Contestant } from './page/contestant.ts';
import { realPages } from './page/pages.ts';
import type { Row } from './table.ts';

/** Rounds until V8 has compiled the code, on other threads whose time is measured too. */
const WARM_UP_ROUNDS = 12;
const ROUNDS = 11;

/** Measures the speed of analysing real pages, and the correctness for malformed ones. */
export async function benchPage(): Promise<Row[]> {
  const speeds = await measureSpeeds();
  const pages = realPages();
  const bytes = pages.reduce((sum, { body }) => sum + body.length, 0);
  const what = (text: string) => `${pages.length} real pages (${(bytes / 1e6).toFixed(1)} MB): ${text}`;
  return [
    { what: what('our analysis, facts and audits'), samples: speeds['our analysis'], unit: 'MB/s' },
    { what: what('htmlparser2, events discarded'), samples: speeds.htmlparser2, unit: 'MB/s' },
    { what: what('htmlparser2, only its Tokenizer'), samples: speeds['its Tokenizer'], unit: 'MB/s' },
    {
      what: what('our analysis / htmlparser2'),
      samples: speeds['our analysis'].map((speed, round) => speed / speeds.htmlparser2[round]!),
      unit: 'ratio',
      atLeast: 0.6,
    },
    ...(await agreement()),
  ];
}

/** Measures alternately, so that other work slows all of them. @returns megabytes per second of each round */
async function measureSpeeds(): Promise<Record<Contestant, number[]>> {
  const speeds: Record<Contestant, number[]> = {
    'our analysis': [],
    htmlparser2: [],
    'its Tokenizer': [],
  };
  const names = Object.keys(speeds) as Contestant[];
  const processes = names.map((name) => [name, fork(join(import.meta.dirname, 'page/contestant.ts'), [name])] as const);
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const [name, child] of processes) {
      child.send('read all pages');
      const [speed] = (await once(child, 'message')) as [number];
      if (round >= WARM_UP_ROUNDS) speeds[name].push(speed);
    }
  }
  for (const [, child] of processes) child.disconnect();
  return speeds;
}
