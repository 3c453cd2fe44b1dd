import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { keywordsParameters } from '../../functions/core/keywords/search/request.ts';
import { domainParameter } from '../../functions/core/platform/names/address-parameters.ts';
import { type KeywordsDependencies, searchKeywords } from '../../functions/core/keywords/search/search-keywords.ts';
import { findLongTail } from '../../functions/core/long-tail/find-long-tail.ts';
import { engineIds } from '../../functions/core/keywords/choices.ts';
import type { SourceStatus } from '../../functions/core/record/record.ts';
import { requestOnce } from '../../functions/core/keywords/suggestions/request-once.ts';
import { faults, type ProviderFault } from '../../infra/sandbox/providers/server.ts';
import { createSearch } from '../support/keywords.ts';
import { createTestSuggestionServices } from '../support/suggestion-services.ts';
import { tally, timeLimit, tries } from '../support/form.ts';
import { useOpened } from '../support/use-opened.ts';

const isLong = tries(0, 1) === 1;
/** For an engine that is too slow: shorter than for real ones, and long enough for the others to respond. */
const TIMEOUT_MS = tries(4_000, 2_000);
/** For all others, however busy the machine is. */
const PATIENT_MS = 60_000;
const Q = '花园';

const engineFaults: Record<string, [ProviderFault, SourceStatus]> = {
  'closes the connection': [faults.reset(), 'error'],
  'sends a truncated response': [faults.truncated(), 'error'],
  'returns 429 with an HTML page': [faults.tooManyRequestsPage(), 'rate_limited'],
  'returns 429 with Retry-After of an hour': [faults.tooManyRequests(3_600), 'rate_limited'],
  'fails (500)': [faults.serverError(), 'error'],
  'is offline (503)': [faults.unavailable(), 'error'],
  'shows a captcha (200)': [faults.captcha(), 'blocked'],
  'redirects to a captcha': [faults.sorry(), 'blocked'],
  'returns an empty body': [faults.raw('', 'application/json'), 'error'],
  'returns unrelated JSON': [faults.json({ message: 'hello' }), 'error'],
  'returns a script that does something else': [faults.raw('alert(document.cookie)', 'text/javascript'), 'error'],
  'returns another media type': [faults.raw('<toplevel/>', 'text/xml'), 'error'],
  'is too slow': [faults.slow(3 * TIMEOUT_MS), 'timeout'],
};
let deps: KeywordsDependencies;
let timeoutMs = PATIENT_MS;
const parameters = keywordsParameters(domainParameter(() => true));
const search = (refresh: string) => searchKeywords(parameters.parse({ q: Q, refresh, limit: '1000' }), deps);
const longTail = (refresh: boolean) =>
  findLongTail(
    { keyword: Q, limit: 1_000, refresh },
    { ...opened.deps, requestMissing: deps.requestMissing, now: Date.now },
  );

let goodKeywords: Awaited<ReturnType<typeof search>>;
let goodLongTail: Awaited<ReturnType<typeof longTail>>;

const opened = useOpened(() => createTestSuggestionServices());
beforeAll(async () => {
  deps = {
    ...opened.deps,
    index: opened.index,
    search: createSearch(opened.db),
    requestMissing: (request, missing) =>
      requestOnce({ ...request, owner: 'owner-1' }, missing, timeoutMs, opened.services),
    findPage: () => Promise.reject(new Error('no domain is requested')),
  };
  [goodKeywords, goodLongTail] = [await search('0'), await longTail(false)];
  expect(goodLongTail.coverage.queries_failed).toBe(0);
});
beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
  timeoutMs = PATIENT_MS;
  for (const id of engineIds) opened.providers.fault(id, null);
});

interface Report {
  id: string;
  status: string;
  from_cache: boolean;
  error: { code: string } | null;
}

/** Only this engine reports an error and has cached results. */
function expectOnlyItself(sources: Report[], id: string, expected: SourceStatus) {
  for (const report of sources.filter((one) => one.id !== 'dataforseo')) {
    const isMeant = report.id === id;
    expect(report).toMatchObject({ id: report.id, status: isMeant ? expected : 'ok', from_cache: isMeant });
    expect(report.error).toEqual(isMeant ? expect.objectContaining({ code: expect.any(String) }) : null);
  }
}

/** In the medium form, each fault is tried with one engine, a different one each time. */
const cases = Object.keys(engineFaults).map(
  (name, index) => [name, isLong ? engineIds : [engineIds[index % engineIds.length]!]] as const,
);

test.each(cases)(
  'an engine %s: its report contains the fault, and its earlier suggestions remain (%s)',
  async (name, ids) => {
    const [fault, expected] = engineFaults[name]!;
    if (expected === 'timeout') timeoutMs = TIMEOUT_MS;
    for (const id of ids) {
      opened.providers.fault(id, fault);
      const keywords = await search('1');
      expectOnlyItself(keywords.sources, id, expected);
      expect(keywords.items.map(({ keyword, ranks }) => [keyword, ranks])).toEqual(
        goodKeywords.items.map(({ keyword, ranks }) => [keyword, ranks]),
      );
      const groups = await longTail(true);
      expectOnlyItself(groups.sources, id, expected);
      expect(groups.groups).toEqual(goodLongTail.groups);
      expect(groups.coverage.queries_failed).toBeGreaterThan(0);
      opened.providers.fault(id, null);
    }
    tally({
      area: 'Failing dependencies',
      what: `an engine ${name}`,
      tried: 2 * ids.length,
      outcome: `reported as ${expected}, its earlier suggestions kept`,
    });
  },
  timeLimit(40_000, 120_000),
);

test('a failure of all engines at once returns cached suggestions, and no invented ones', async () => {
  for (const id of engineIds) opened.providers.fault(id, faults.unavailable());
  const keywords = await search('1');
  expect(keywords.items.map(({ keyword }) => keyword)).toEqual(goodKeywords.items.map(({ keyword }) => keyword));
  expect((await longTail(true)).groups).toEqual(goodLongTail.groups);
  await expect(searchKeywords(parameters.parse({ q: 'never asked' }), deps)).rejects.toMatchObject({
    kind: 'all_sources_failed',
  });
});
