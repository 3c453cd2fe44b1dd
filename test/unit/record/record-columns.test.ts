import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chooseFields } from '../../../functions/core/platform/http/fields.ts';
import { historyAnswer } from '../../../functions/core/record/history-schema.ts';
import { metricNames, shortText, valueNames, valuesOf } from '../../../functions/core/record/history-values.ts';
import { domainMembers } from '../../../functions/core/record/members.computed.ts';
import { recordColumns } from '../../../functions/core/record/record-columns.ts';
import { rowOf } from '../../../functions/core/record/record-row.ts';
import type { DomainRecord } from '../../../functions/core/record/record.ts';
import { dottedNames } from '../../support/dotted-names.ts';

const namesOf = (...fields: string[]) => recordColumns(chooseFields(fields)).map(({ name }) => name);

const data = {
  seo_score: 0,
  complete: false,
  audit: { audits: [{ id: 'title', score: 1, items: [{ url: 'u', line: 2 }] }] },
  page: {
    title: null,
    h1: ['One', 'Two; three'],
    redirects: [],
    images: { total: 3, missing_alt: 1 },
    open_graph: { title: 'Shop', 'image:alt': 'x' },
    twitter: {},
  },
  robots_txt: { agents: { GPTBot: { allowed: false, crawl_delay_seconds: null } } },
  dns: null,
};

const cells = (...fields: string[]) =>
  Object.fromEntries(recordColumns(chooseFields(fields)).map(({ name, cellOf }) => [name, cellOf(data)]));

test('a scalar has one column with its dotted name, and an object one for each member at any level', () => {
  expect(namesOf('page.title', 'seo_score')).toEqual(['seo_score', 'page.title']);
  expect(namesOf('page.images')).toEqual(['page.images.total', 'page.images.missing_alt']);
  expect(namesOf('popularity')).toEqual([
    ...['rank', 'date', 'rank_30d_ago', 'change_30d'].map((name) => `popularity.tranco.${name}`),
    ...['score', 'rank', 'referring_domains', 'date'].map((name) => `popularity.open_page_rank.${name}`),
  ]);
});

test('columns are in the order of the members for any order of the selection', () => {
  const all = namesOf(...Object.keys(domainMembers));
  expect(new Set(all).size).toBe(all.length);
  fc.assert(
    fc.property(fc.shuffledSubarray(all, { minLength: 1, maxLength: 50 }), (chosen) => {
      expect(namesOf(...chosen)).toEqual(all.filter((name) => chosen.includes(name)));
    }),
  );
});

test('columns without a selection exclude lists of objects and members named by the site', () => {
  const names = recordColumns(null).map(({ name }) => name);
  const isExcluded = (name: string) =>
    /^(audit\.audits|issues|page\.(redirects|hreflang|open_graph|twitter)|robots_txt\.(errors|agents)|dns\.(mx|caa)|host_variants\.variants|hreflang_cluster\.alternates|ai_access\.agents|ai_policy\.(\w+\.(statements|licences)|contradictions)|top_keywords|sources)(\.|$)/.test(
      name,
    );
  const leaves = dottedNames(domainMembers).filter((name, _, all) => !all.some((each) => each.startsWith(`${name}.`)));
  expect(names).toEqual(leaves.filter((name) => !isExcluded(name)));
  expect(names).toEqual(expect.arrayContaining(['seo_score', 'page.h1', 'dns.a', 'tls.valid', 'organic.etv']));
});

test('cells contain scalars unchanged, and lists of scalars joined', () => {
  expect(cells('seo_score', 'complete', 'page.title', 'page.h1', 'dns.a', 'tls.valid')).toEqual({
    seo_score: 0,
    complete: 'false',
    'page.title': null,
    'page.h1': 'One; Two; three',
    'dns.a': null,
    'tls.valid': null,
  });
});

test('cells of lists of objects contain JSON with the selected members', () => {
  expect(cells('audit.audits', 'page.redirects', 'dns.mx')).toEqual({
    'audit.audits': JSON.stringify(data.audit.audits),
    'page.redirects': '[]',
    'dns.mx': null,
  });
  expect(cells('audit.audits.id', 'audit.audits.items.line')).toEqual({
    'audit.audits': '[{"id":"title","items":[{"line":2}]}]',
  });
});

test('a cell of an object with names from the content contains JSON, and that of one member its value', () => {
  expect(cells('page.open_graph', 'page.twitter', 'robots_txt.agents')).toEqual({
    'page.open_graph': JSON.stringify(data.page.open_graph),
    'page.twitter': '{}',
    'robots_txt.agents': JSON.stringify(data.robots_txt.agents),
  });
  expect(cells('page.open_graph.title', 'page.open_graph.constructor', 'robots_txt.agents.GPTBot')).toEqual({
    'page.open_graph.title': 'Shop',
    'page.open_graph.constructor': null,
    'robots_txt.agents.GPTBot.allowed': 'false',
    'robots_txt.agents.GPTBot.crawl_delay_seconds': null,
  });
});

const source = (id: string, code: string) => ({ id, status: 'error', fields: [], error: { code } });

function recordOf(values: object): DomainRecord {
  const none = { seo_score: null, audit: null, sources: [], popularity: {}, organic: null, tls: null };
  return { ...none, registration: null, ...values } as unknown as DomainRecord;
}

test('sources that were not requested on purpose, also for the budget, have not failed', () => {
  const sources = ['disabled', 'paid_not_requested', 'budget_spent', 'http_503'].map((code) => source(code, code));
  expect(rowOf(recordOf({ sources }), '2026-11-21T08:00:00Z').failed_sources).toBe(1);
});

test.each([
  [0, null],
  [1, false],
])('a home page whose robots.txt fails with %i lines is excluded: %s', (items_total, isExcluded) => {
  const audits = [
    { id: 'is-crawlable', status: 'pass' },
    { id: 'robots-txt', status: 'fail', items_total },
  ];
  expect(rowOf(recordOf({ audit: { audits } }), '2026-11-21T08:00:00Z').excluded).toBe(isExcluded);
});

test.each([
  ['pass', false],
  ['fail', true],
  [null, null],
])('a home page whose audit of indexing has the status %s is excluded: %s', (status, isExcluded) => {
  const audit = status && { audits: [{ id: 'is-crawlable', status }] };
  expect(rowOf(recordOf({ audit }), '2026-11-21T08:00:00Z').excluded).toBe(isExcluded);
});

test('the stored metrics are those of the history, in its order', () => {
  const { captured_at, date, site_status, origin, changes, ...metrics } = historyAnswer.shape.snapshots.element.shape;
  expect([captured_at, date, site_status, origin, changes]).not.toContain(undefined);
  expect(valueNames).toEqual(Object.keys(metrics));
  expect(metricNames).toEqual(Object.keys(historyAnswer.shape.summary.shape));
});

test('only metrics of the given sources have values', () => {
  const record = {
    seo_score: 90,
    page: { title: 'A', links: { total: 3 } },
    popularity: { tranco: { rank: 7 }, open_page_rank: { score: 4.3 } },
    performance: {},
  } as unknown as DomainRecord;
  const metrics = valuesOf(record, new Set(['site', 'tranco']));
  expect(metrics).toMatchObject({ seo_score: 90, title: 'A', links_total: 3, tranco_rank: 7, open_page_rank: null });
  expect(Object.keys(metrics)).toEqual(valueNames);
});

test('a title is truncated after 200 code points without splitting a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (title) => {
      const short = shortText(title)!;
      expect(short).toBe([...title].slice(0, 200).join(''));
    }),
  );
  expect(shortText(null)).toBeNull();
  expect(shortText(undefined)).toBeNull();
});
