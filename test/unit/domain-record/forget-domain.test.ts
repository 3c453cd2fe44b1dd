import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { completeRecord } from '../../../functions/shared/domain-record/complete-record.ts';
import { forgetDomain } from '../../../functions/shared/domain-record/forget-domain.ts';
import { queryDomain } from '../../../functions/shared/domain-record/query-domain.ts';
import { createQueryDays } from '../../../functions/shared/storage/domain-schedule/query-days.ts';
import { sdkItemClient } from '../../../functions/shared/storage/dynamodb/client.ts';
import { forgetRecord } from '../../../functions/shared/storage/forget-record.ts';
import type { CompleteRecordTask } from '../../../functions/shared/storage/work-queue.ts';
import { refreshDomain } from '../../../functions/snapshot-worker/refresh-domain.ts';
import { takeSnapshot } from '../../../functions/shared/domain-record/take-snapshot.ts';
import { cacheTable, historyTable, scheduleTable } from '../../support/dynamodb.ts';
import { keywordsTable } from '../../support/keywords.ts';
import { openRecordServices, scriptedSource } from '../../support/record-services.ts';

const site = scriptedSource({ id: 'site', fields: ['seo_score', 'page'], inlineMs: 10_000 });
const slow = scriptedSource({ id: 'pagespeed', fields: ['performance.lab'], inlineMs: 0, backgroundMs: 10_000 });

let opened: Awaited<ReturnType<typeof openRecordServices>>;
let services: ReturnType<typeof withSchedule>;
const withSchedule = () => ({
  ...opened.services,
  schedule: createQueryDays(sdkItemClient(opened.tables.client), scheduleTable.name),
  requests: { end: () => Promise.resolve() },
});

beforeEach(async () => {
  site.answer = () => ({
    status: 'ok',
    sections: { seo_score: 90 },
    keywords: [],
    past: [{ date: '2026-10-30', figures: { tranco_rank: 7 } }],
  });
  opened = await openRecordServices([site, slow]);
  services = withSchedule();
});
afterEach(() => opened.close());

const query = (refresh: boolean) => queryDomain({ domain: 'a.com', refresh }, services);
const tables = { cache: cacheTable.name, history: historyTable.name, keywords: keywordsTable.name };
const forget = () =>
  forgetDomain('a.com', {
    ...services,
    forgetRecord: (domain) => forgetRecord(domain, opened.documents, tables),
  });

/** All items of the tables that hold data of domains. */
async function stored() {
  const names = [...Object.values(tables), scheduleTable.name];
  const pages = await Promise.all(names.map((TableName) => opened.documents.send(new ScanCommand({ TableName }))));
  return pages.flatMap(({ Items }) => Items!);
}

/** Has a source wait with its answer. @returns when it is asked, and what lets it answer */
function hold(source: typeof site) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const { answer } = source;
  source.answer = async () => {
    asked.resolve();
    await released.promise;
    return answer();
  };
  return { asked: asked.promise, release: released.resolve };
}

test.each([
  ['first fetched', false],
  ['refreshed', true],
])('a domain that is forgotten while it is %s stays forgotten, and its caller has an answer', async (_, isKnown) => {
  if (isKnown) await query(false);
  opened.clock.now += 1_000;
  const held = hold(site);
  const answer = query(isKnown);
  await held.asked;
  const forgotten = forget();
  held.release();
  expect((await answer).entry).toMatchObject({ domain: 'a.com' });
  await forgotten;
  expect(await stored()).toEqual([]);
});

test('a domain that is forgotten while a slow source is asked in the background stays forgotten', async () => {
  await query(false);
  const task = opened.sent.find(({ task }) => task.task === 'complete-record')!.task as CompleteRecordTask;
  const held = hold(slow);
  const completed = completeRecord(task, services);
  await held.asked;
  await forget();
  held.release();
  await completed;
  expect(await stored()).toEqual([]);
});

test('tasks that waited in the queue when their domain was forgotten do not bring it back', async () => {
  await query(false);
  await forget();
  await takeSnapshot({ task: 'snapshot', domain: 'a.com', attempt: 0 }, services);
  await refreshDomain({ task: 'refresh', domain: 'a.com' }, services);
  for (const { task } of opened.sent) if (task.task === 'complete-record') await completeRecord(task, services);
  expect(await stored()).toEqual([]);
});
