import { scheduleSnapshots } from '../../functions/core/domains/schedule/schedule-snapshots.ts';
import { shardOf } from '../../functions/core/platform/names/shards.ts';
import { resumeCrawls } from '../../functions/core/crawls/resume-crawls.ts';
import { createFollowedDomains } from '../../functions/core/domains/schedule/followed-domains.ts';
import { newCrawlId } from '../../functions/core/crawls/store/item.ts';
import { createCrawlsInProgress } from '../../functions/core/crawls/store/crawls-in-progress.ts';
import { createSiteCrawls } from '../../functions/core/crawls/store/site-crawls.ts';
import type { DomainQueue } from '../../functions/core/domains/tasks.ts';
import { createTestTables, scheduleTable, siteCrawlsTable } from '../support/dynamodb.ts';
import { crawlInProgress } from '../support/site-audit.ts';
import type { Row } from './table.ts';
import type { DynamoDB } from '../../functions/core/platform/dynamodb/dynamodb.ts';
import { putItems } from '../../functions/core/platform/dynamodb/many-items.ts';

const FOLLOWED = 50_000;
const DUE = [500, 5_000, 50_000];
const NOW = Date.parse('2026-06-15T12:00:00Z');
const DAY_MS = 86_400_000;
const OPEN_CRAWLS = 1_000;
const RUN_EVERY_MS = 10 * 60_000;

/** Measures the reads and messages of the scheduler for increasing numbers of due domains. */
export async function benchScheduler(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const due of DUE) {
    const { reads, messages, writes, ms } = await runOnce(due);
    rows.push(
      { what: `scheduler, ${due} of ${FOLLOWED} due: index reads (capacity units)`, samples: [reads], unit: 'count' },
      { what: `scheduler, ${due} of ${FOLLOWED} due: messages`, samples: [messages], unit: 'count' },
      { what: `scheduler, ${due} of ${FOLLOWED} due: items written`, samples: [writes], unit: 'count' },
      { what: `scheduler, ${due} of ${FOLLOWED} due: time per domain`, samples: [ms / due], unit: 'ms' },
    );
  }
  return [...rows, ...(await resumeWaitingCrawls())];
}

/** Measures an hour of searches for lost messages, with a thousand waiting crawls. */
async function resumeWaitingCrawls(): Promise<Row[]> {
  const tables = await createTestTables(siteCrawlsTable);
  const db = tables.db;
  const start = Date.now();
  let time = start;
  const now = () => time;
  const crawls = createSiteCrawls(tables.db, siteCrawlsTable.name, now);
  const crawlsInProgress = createCrawlsInProgress(db, siteCrawlsTable.name);
  for (let index = 0; index < OPEN_CRAWLS; index += 1) {
    const crawl = { domain: `site-${index}.com`, id: newCrawlId(time) };
    await crawlsInProgress.add(crawl);
    await crawls.begin(crawlInProgress({ ...crawl, owner: null, limit: 100, admitted: 100 }));
  }
  const done = { messages: 0, crawls: 0, QueryCommand: 0, UpdateItemCommand: 0 };
  tables.db.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        if (commandName && commandName in done) done[commandName as keyof typeof done] += 1;
        return next(args);
      },
    { step: 'initialize' },
  );
  const counted: typeof crawls = {
    ...crawls,
    readInProgress(domain) {
      done.crawls += 1;
      return crawls.readInProgress(domain);
    },
  };
  const crawlQueue = { send: () => Promise.resolve(void (done.messages += 1)) };
  while (time < start + 6 * RUN_EVERY_MS) {
    time += RUN_EVERY_MS;
    await resumeCrawls({ crawls: counted, crawlsInProgress, crawlQueue, now });
  }
  await tables.close();
  const row = (what: string, value: number): Row => ({
    what: `scheduler, an hour with ${OPEN_CRAWLS} waiting crawls: ${what}`,
    samples: [value],
    unit: 'count',
  });
  return [
    row('messages sent again', done.messages),
    row('crawls read', done.crawls),
    row('queries of their list', done.QueryCommand - done.crawls),
    row('writes', done.UpdateItemCommand),
  ];
}

async function runOnce(due: number) {
  const tables = await createTestTables(scheduleTable);
  const db = tables.db;
  await fill(db, due);
  let reads = 0;
  let writes = 0;
  tables.db.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
        const result = await next(args);
        const { ConsumedCapacity } = result.output as { ConsumedCapacity?: { CapacityUnits?: number } };
        if (commandName === 'QueryCommand') reads += ConsumedCapacity?.CapacityUnits ?? 0;
        else writes += 1;
        return result;
      },
    { step: 'initialize' },
  );
  let messages = 0;
  const queue = {
    sendBatch: (tasks: unknown[]) => Promise.resolve(void (messages += tasks.length)),
  } as unknown as DomainQueue;
  const followed = createFollowedDomains(db, scheduleTable.name, FOLLOWED);
  const started = performance.now();
  await scheduleSnapshots({ followed, queue, now: () => NOW, remainingMs: () => 600_000 });
  const ms = performance.now() - started;
  await tables.close();
  return { reads, messages, writes, ms };
}

async function fill(db: DynamoDB, due: number) {
  const items = Array.from({ length: FOLLOWED }, (_, index) => {
    const domain = `site-${index}.com`;
    // Different times, because the embedded database sometimes confuses index items of the same time.
    const next = NOW + (index < due ? -60_000 - index : DAY_MS + index);
    const next_snapshot_at = new Date(next).toISOString();
    return {
      domain,
      due_shard: shardOf(domain),
      next_snapshot_at,
      first_asked_on: '2026-06-01',
      last_asked_on: '2026-06-15',
    };
  });
  await putItems({ db, table: scheduleTable.name }, items);
}
