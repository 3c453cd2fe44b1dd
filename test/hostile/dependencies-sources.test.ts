import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { DomainRecord, SourceStatus } from '../../functions/core/record/record.ts';
import { flattenSections } from '../../functions/core/record/sections.ts';
import { faults, type ProviderFault } from '../../infra/sandbox/providers/server.ts';
import { tally, timeLimit, tries } from '../support/form.ts';
import { createCrashServices } from './support-faults/crash-services.ts';
import { useOpened } from '../support/use-opened.ts';

const HOUR = 3_600_000;
/** Longer than providers' lists are cached. */
const LISTS_MS = 40 * 24 * HOUR;
const isLong = tries(0, 1) === 1;
/** Time limit of a slow provider, shorter than a real one. */
const WAIT_MS = 500;

/** Ids of the sources by the id of the fake that they call. */
const fakes = {
  rdap: 'rdap',
  rdap_bootstrap: 'rdap',
  tranco: 'tranco',
  open_page_rank: 'open_page_rank',
  wayback: 'wayback',
  common_crawl: 'common_crawl',
  common_crawl_list: 'common_crawl',
  crux: 'crux',
  pagespeed: 'pagespeed',
  dataforseo: 'dataforseo',
} as const;
type FakeId = keyof typeof fakes;
const LISTS: FakeId[] = ['rdap_bootstrap', 'common_crawl_list'];

/** Faults of a provider, and the status that its source then reports. */
const providerFaults: Record<string, [ProviderFault, SourceStatus]> = {
  'closes the connection': [faults.reset(), 'error'],
  'sends a truncated response': [faults.truncated(), 'error'],
  'returns 429 with an HTML page': [faults.tooManyRequestsPage(), 'rate_limited'],
  'returns 429 with Retry-After of an hour': [faults.tooManyRequests(3_600), 'rate_limited'],
  'fails (500)': [faults.serverError(), 'error'],
  'is offline (503)': [faults.unavailable(), 'error'],
  'reports its own timeout (504)': [faults.page(504, '504 Gateway Time-out'), 'error'],
  'shows a captcha (200)': [faults.captcha(), 'blocked'],
  'shows a challenge (403)': [faults.forbiddenPage(), 'blocked'],
  'returns GBK': [
    faults.raw(Buffer.from([0x7b, 0x22, 0xc4, 0xe3, 0x22, 0x3a, 0x31, 0x7d]), 'application/json'),
    'error',
  ],
  'returns a JSONP callback': [faults.raw('callback({"a":1});', 'application/json'), 'error'],
  'returns an empty body': [faults.raw('', 'application/json'), 'error'],
  'returns unrelated JSON': [faults.json({ message: 'hello' }), 'error'],
  'returns null': [faults.json(null), 'error'],
  'returns an oversized response': [faults.raw(Buffer.alloc(9 * 1024 * 1024, 0x20), 'application/json'), 'error'],
  'redirects in a loop': [faults.redirect('?again'), 'error'],
  'is too slow': [faults.slow(4_000), 'pending'],
};
let good: DomainRecord;

const service = useOpened(() => createCrashServices());
beforeAll(async () => {
  await service.query(false);
  await service.completeAll();
  good = (await service.entry())!.record;
  expect(good.complete).toBe(true);
});
beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const id of Object.keys(fakes)) service.providers.fault(id, null);
});

/** Returns the record after a fault of a provider, at the refresh or in the background. */
async function refreshWith(id: FakeId, fault: ProviderFault): Promise<DomainRecord> {
  service.advanceClock(LISTS.includes(id) ? LISTS_MS : 25 * HOUR);
  service.providers.fault(id, fault);
  service.sent.length = 0;
  service.waitFor(fault.kind === 'slow' ? { id: fakes[id], ms: WAIT_MS } : null);
  const { cacheStatus } = await service.query(true);
  expect(cacheStatus).toBe('refreshed');
  if (id === 'pagespeed') await service.completeAll();
  return (await service.entry())!.record;
}

/** Expects the last good section and an error of this source, and no effect on other sources. */
function expectOnlyItself(record: DomainRecord, sourceId: string, expected: SourceStatus) {
  const report = record.sources.find(({ id }) => id === sourceId)!;
  expect(report).toMatchObject({ status: expected, from_cache: true, fetched_at: expect.any(String) });
  if (expected !== 'pending')
    expect(report.error).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  const others = record.sources.filter(({ id }) => id !== sourceId && id !== 'pagespeed');
  for (const other of others)
    expect(other).toMatchObject({ id: other.id, status: 'ok', from_cache: false, error: null });
  const [before, after] = [flattenSections(good), flattenSections(record)];
  for (const [name, section] of Object.entries(before))
    expect([name, after[name as keyof typeof after] === null]).toEqual([name, section === null]);
}

/** Returns the status of a source: without a background request, it is not pending. */
const statusOf = (id: FakeId, status: SourceStatus) =>
  status === 'pending' && id === 'dataforseo' ? 'timeout' : status;

const all = Object.keys(fakes) as FakeId[];
/** In the medium form, each fault is tried with one provider, a different one each time. */
const cases = Object.keys(providerFaults).map(
  (name, index) => [name, isLong ? all : [all[index % all.length]!]] as const,
);

test.each(cases)(
  'a provider %s: its source reports the fault and the last good section; others are unaffected (%s)',
  async (name, ids) => {
    const [fault, expected] = providerFaults[name]!;
    for (const id of ids) {
      // In the background, the time limit is a minute.
      if (id === 'pagespeed' && expected === 'pending') continue;
      const record = await refreshWith(id, fault);
      try {
        expectOnlyItself(record, fakes[id], statusOf(id, expected));
      } catch (error) {
        const report = JSON.stringify(record.sources.find((one) => one.id === fakes[id]));
        throw new Error(`${id} ${name}: ${report}`, { cause: error });
      }
      service.providers.fault(id, null);
    }
    tally({
      area: 'Failing dependencies',
      what: `a provider ${name}`,
      tried: ids.length,
      outcome: `reported as ${expected}, last good section kept, others unaffected`,
    });
  },
  timeLimit(20_000, 60_000),
);

test('a failure of all providers and the site at once keeps stored data, and all data return afterwards', async () => {
  service.advanceClock(25 * HOUR);
  for (const id of all) service.providers.fault(id, faults.unavailable());
  const before = (await service.entry())!;
  service.setTitle(null);
  await service.query(true);
  // On a busy machine, sources that exceed the query's time limit fail in the background.
  await service.completeAll();
  service.setTitle('back again');
  const { record } = (await service.entry())!;
  expect(record.page).toEqual(before.record.page);
  for (const id of ['rdap', 'tranco', 'open_page_rank', 'wayback', 'common_crawl', 'crux', 'dataforseo', 'site']) {
    expect(record.sources.find((report) => report.id === id)).toMatchObject({ status: 'error', from_cache: true });
  }

  for (const id of all) service.providers.fault(id, null);
  service.advanceClock(25 * HOUR);
  service.sent.length = 0;
  await service.query(true);
  await service.completeAll();
  const retried = (await service.entry())!.record;
  expect([retried.complete, retried.page!.title]).toEqual([true, 'back again']);
});
