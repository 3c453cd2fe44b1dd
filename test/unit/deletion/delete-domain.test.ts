import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { completeRecord } from '../../../functions/core/domains/complete-record.ts';
import { deleteDomain } from '../../../functions/core/deletion/delete-domain.ts';
import { queryDomain } from '../../../functions/core/domains/fetch-domain.ts';
import { createQueryDays } from '../../../functions/core/domains/schedule/query-days.ts';
import type { SourceAnswer } from '../../../functions/core/record/source-answer.ts';
import type { CompleteRecordTask } from '../../../functions/core/domains/tasks.ts';
import { refreshDomain } from '../../../functions/core/domains/refresh-domain.ts';
import { takeSnapshot } from '../../../functions/core/domains/take-snapshot.ts';
import { scheduleTable } from '../../support/dynamodb.ts';
import { holdBack, openRecordServices, scriptedSource } from '../../support/record-services.ts';

const site = scriptedSource({ id: 'site', fields: ['seo_score', 'page'], inlineMs: 10_000 });
const slow = scriptedSource({ id: 'pagespeed', fields: ['performance.lab'], inlineMs: 0, backgroundMs: 10_000 });

let opened: Awaited<ReturnType<typeof openRecordServices>>;
let services: ReturnType<typeof withSchedule>;
const withSchedule = () => ({
  ...opened.services,
  schedule: createQueryDays(opened.tables.db, scheduleTable.name),
  requests: { end: () => Promise.resolve(), fail: () => Promise.resolve() },
});

beforeEach(async () => {
  site.answer = () => ({
    status: 'ok',
    sections: { seo_score: 90 },
    keywords: [],
    past: [{ date: '2026-10-30', values: { tranco_rank: 7 } }],
  });
  opened = await openRecordServices([site, slow]);
  services = withSchedule();
});
afterEach(() => opened.close());

const query = (refresh: boolean) => queryDomain({ domain: 'a.com', refresh, allowance: null }, services);
const deleteIt = () => deleteDomain('a.com', { ...services, domainItems: opened.domainItems });

/** All items of all tables. */
async function stored() {
  const { TableNames: names = [] } = await opened.tables.client.send(new ListTablesCommand());
  const pages = await Promise.all(
    names.map((TableName) => opened.tables.documents.send(new ScanCommand({ TableName }))),
  );
  return pages.flatMap(({ Items }) => Items!);
}

test.each([
  ['first fetched', false],
  ['refreshed', true],
])('a domain stays deleted, and its caller gets an answer, when it is deleted while it is %s', async (_, isKnown) => {
  if (isKnown) await query(false);
  opened.clock.now += 1_000;
  const held = holdBack(site);
  const answer = query(isKnown);
  await held.requested;
  const deleted = deleteIt();
  held.release();
  expect((await answer).entry).toMatchObject({ domain: 'a.com' });
  await deleted;
  expect(await stored()).toEqual([]);
});

test('a refresh fetches the domain once, as a new one, when it was deleted meanwhile', async () => {
  await query(false);
  opened.clock.now += 1_000;
  const before = site.requests;
  const holder = (await services.leases.acquire('a.com'))!;
  const refreshed = query(true);
  // It has read the entry by now, and waits for the lease.
  await sleep(100);
  for (const items of opened.domainItems) await items.deleteDomain('a.com');
  await services.followed.deleteDomain('a.com');
  await services.leases.release('a.com', holder);
  const { entry } = await refreshed;
  expect([entry.firstCachedAt, site.requests]).toEqual([new Date(opened.clock.now).toISOString(), before + 1]);
});

test('a domain stays deleted when it is deleted during a background request', async () => {
  await query(false);
  const task = opened.sent.find(({ task }) => task.task === 'complete-record')!.task as CompleteRecordTask;
  const held = holdBack(slow);
  const completed = completeRecord(task, services);
  await held.requested;
  await deleteIt();
  held.release();
  await completed;
  expect(await stored()).toEqual([]);
});

test('queued tasks of a deleted domain do not restore it', async () => {
  await query(false);
  await deleteIt();
  await takeSnapshot({ task: 'snapshot', domain: 'a.com', attempt: 0 }, services);
  await refreshDomain({ task: 'refresh', domain: 'a.com', requestedAt: Date.now() }, services);
  for (const { task } of opened.sent) if (task.task === 'complete-record') await completeRecord(task, services);
  expect(await stored()).toEqual([]);
});

test('deleteDomain deletes the items of every kind in every table', async () => {
  const answer = site.answer() as SourceAnswer;
  const page = { title: 'A', http_status: 200, final_url: 'https://a.com/', links: { total: 3 } } as never;
  site.answer = () => ({ ...answer, sections: { ...answer.sections, page } });
  await query(false);
  await services.followed.follow('a.com', opened.clock.now);
  opened.clock.now += 24 * 60 * 60_000;
  await takeSnapshot({ task: 'snapshot', domain: 'a.com', attempt: 0 }, services);
  const attributes = (await stored()).flatMap((item) => Object.keys(item));
  expect(attributes).toEqual(expect.arrayContaining(['record', 'origin', 'taken_at', 'keywords', 'past_kept']));
  await deleteIt();
  expect((await stored()).filter((item) => JSON.stringify(item).includes('a.com'))).toEqual([]);
});
