import { setTimeout as sleep } from 'node:timers/promises';
import { onlyHomePage, startSite } from '../support/site.ts';
import { proKeys } from '../support/pro-keys.ts';
import { startTestRunner } from '../support/runner.ts';
import type { Row } from './table.ts';

/** Concurrent callers: as many as may have fetches in progress, those of each key included. */
const CALLERS = 100;
const KEYS = 5;
const SITE_MS = 300;

/** Counts the requests to a site when many first queries of its domain are concurrent. */
export async function benchStampede(): Promise<Row[]> {
  const page = onlyHomePage(() => '<title>A page</title><p>of some words</p>');
  const site = await startSite((request, response) => void sleep(SITE_MS).then(() => page(request, response)));
  const runner = await startTestRunner({ LOCAL_RESOLVE: `stampede.test=127.0.0.1:${site.port}` }, ['--offline']);
  const keys = await proKeys(runner, KEYS);
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, (_, index) =>
      runner.get('/api/v1/seo/query?domain=stampede.test', { key: keys[index % KEYS]! }),
    ),
  );
  const answered = answers.filter(({ status }) => status === 200).length;
  const fetches = site.requests.filter((path) => path === '/').length;
  await runner.close();
  await site.close();
  return [
    { what: `stampede: fetches for ${CALLERS} concurrent first queries`, samples: [fetches], unit: 'count', goal: 1 },
    { what: `stampede: queries answered`, samples: [answered], unit: 'count', atLeast: CALLERS },
  ];
}
