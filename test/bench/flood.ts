import { setTimeout as sleep } from 'node:timers/promises';
import { sources } from '../../functions/core/sources/index.ts';
import { proKeys } from '../support/pro-keys.ts';
import { startTestRunner, type TestRunner } from '../support/runner.ts';
import { onlyHomePage, startSite } from '../support/site.ts';
import { median, type Row } from './table.ts';

/** A third of the instances that the runner has for a function, further requests wait there. */
const LIMIT = 2;
/** Requests of the flooding key that are in progress at any time; each fetch takes the time of its site. */
const CONNECTIONS = 20;
const SITE_MS = 2_000;
const HITS = 100;
const ROUNDS = 3;

/** Measures cached queries of one key while another sends as many queries of new domains as it can. */
export async function benchFlood(): Promise<Row[]> {
  const page = onlyHomePage(() => '<title>A page</title><p>of some words</p>');
  let inProgress = 0;
  let mostInProgress = 0;
  const site = await startSite((request, response) => {
    if (request.url !== '/') return page(request, response);
    inProgress += 1;
    mostInProgress = Math.max(mostInProgress, inProgress);
    response.on('close', () => (inProgress -= 1));
    void sleep(SITE_MS).then(() => page(request, response));
  });
  const others = sources.map(({ id }) => id).filter((id) => id !== 'site');
  const runner = await startTestRunner({
    LOCAL_RESOLVE: `*.flood.test=127.0.0.1:${site.port}`,
    DISABLED_SOURCES: others.join(','),
    CDK_CONTEXT_JSON: JSON.stringify({ maxConcurrentFetchesPerOwner: LIMIT }),
  });
  try {
    return rowsOf(await measure(runner), mostInProgress);
  } finally {
    await runner.close();
    await site.close();
  }
}

async function measure(runner: TestRunner) {
  const [flooding, ...keys] = (await proKeys(runner, 6)) as [string, ...string[]];
  const known = (index: number) => query(runner, 'known', keys[index % keys.length]!);
  await known(0);
  const [quiet, flooded]: [number[], number[]] = [[], []];
  let refusedHits = 0;
  const misses: number[] = [];
  const hits = async (latencies: number[]) => {
    for (let index = 0; index < HITS; index += 1) {
      const started = performance.now();
      if ((await known(index)) !== 200) refusedHits += 1;
      latencies.push(performance.now() - started);
    }
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await hits(quiet);
    let isFlooding = true;
    const flood = Array.from({ length: CONNECTIONS }, async (_, connection) => {
      for (let sent = 0; isFlooding; sent += 1) {
        const status = await query(runner, `n${round}-${connection}-${sent}`, flooding);
        misses.push(status);
        // As `Retry-After` requests, but sooner.
        if (status !== 200) await sleep(1_000);
      }
    });
    await sleep(SITE_MS);
    await hits(flooded);
    isFlooding = false;
    await Promise.all(flood);
  }
  return { quiet, flooded, refusedHits, misses };
}

async function query(runner: TestRunner, host: string, key: string): Promise<number> {
  const response = await runner.get(`/api/v1/seo/query?domain=${host}.flood.test`, { key });
  await response.arrayBuffer();
  return response.status;
}

function rowsOf({ quiet, flooded, refusedHits, misses }: Awaited<ReturnType<typeof measure>>, most: number): Row[] {
  const refused = misses.filter((status) => status === 503).length;
  return [
    {
      what: `flood: fetches in progress of one key at most, of ${CONNECTIONS}`,
      samples: [most],
      unit: 'count',
      goal: LIMIT,
    },
    { what: 'flood: misses that were refused (503)', samples: [refused], unit: 'count' },
    { what: 'flood: hits of other keys that were refused', samples: [refusedHits], unit: 'count', goal: 0 },
    {
      what: 'flood: latency of hits during the flood / without',
      samples: [median(flooded) / median(quiet)],
      unit: 'ratio',
    },
  ];
}
