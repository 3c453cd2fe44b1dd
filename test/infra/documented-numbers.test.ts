import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { MAX_ROWS } from '../../functions/core/batches/batch.ts';
import { engineIds } from '../../functions/core/keywords/choices.ts';
import { groups } from '../../functions/core/long-tail/grouping/groups.ts';
import { type Ranks, scoreOf, sumOfEvidence } from '../../functions/core/keywords/score.ts';
import { SLICE_MS } from '../../functions/core/crawls/limits.ts';
import { crawlPageBounds } from '../../functions/core/crawls/page-limits.ts';
import { ISSUES } from '../../functions/core/site-reports/issues/index.ts';
import { sources } from '../../functions/core/sources/index.ts';
import { tools } from '../../functions/mcp/answer-message.ts';
import { functions } from '../../infra/functions.ts';
import { type DeploymentSettings, settingShape } from '../../infra/settings.ts';
import { lambdaTimeCost, MILLION, prices } from '../bench/price/cost.ts';
import { tableRows } from '../support/markdown.ts';
import { synthesizeStack } from '../support/stack.ts';

const ENGINES = engineIds.length;
const EXTERNAL = sources.filter(({ address }) => address !== null);
const PAID = EXTERNAL.filter(({ costUsd }) => costUsd > 0).length;

const { template } = synthesizeStack();
const resourcesOf = (type: string, members: object = {}) => Object.keys(template.findResources(type, members));
const retainedTables = resourcesOf('AWS::DynamoDB::GlobalTable', { DeletionPolicy: 'Retain' });
const polledQueues = resourcesOf('AWS::Lambda::EventSourceMapping');

const defaultOf = <Name extends keyof DeploymentSettings>(name: Name) =>
  settingShape[name].parse(undefined) as DeploymentSettings[Name];
const queueConcurrency = Object.values(defaultOf('queueConcurrency'));
const MIN_PER_QUEUE = 2;
const plans = { basic: defaultOf('basicPlan'), pro: defaultOf('proPlan') };

/** Numbers that documents state, as digits or words, in every place that the pattern matches. */
const NUMBERS: [what: string, document: string, stated: RegExp, computed: number][] = [
  ['kinds of issues', 'README.md', /\| kinds of issues +\| ([\d,]+)/g, ISSUES.length],
  ['external sources', 'README.md', /\| external sources +\| (\d+), plus/g, EXTERNAL.length],
  ['paid sources', 'README.md', /… of which paid +\| (\d+)/g, PAID],
  ['search engines', 'README.md', /(\w+) search engines/g, ENGINES],
  ['MCP tools', 'README.md', /\| MCP tools +\| (\d+)/g, tools.length],
  ['pages per crawl', 'README.md', /(?:\| pages per crawl +\| |crawls of more than )([\d,]+)/g, crawlPageBounds.max],
  ['pages per crawl', 'README.md', /([\d,]+) with a proof of control/g, crawlPageBounds.max],
  ['domains per batch', 'README.md', /(?:batches of|records of up to) ([\d,]+)/g, MAX_ROWS],
  ['search engines', 'docs/sources.md', /(\w+) search engines/g, ENGINES],
  ['sources of own hosts', 'docs/sources.md', /The first (\w+) connect/g, sources.length - EXTERNAL.length],
  ['search engines', 'docs/guides/tour.md', /(\w+) search engines/g, ENGINES],
  ['groups of keywords', 'docs/guides/tour.md', /the (\w+) groups/g, groups.length],
  ['search engines', 'docs/guides/migrating.md', /(\w+) search engines, including/g, ENGINES],
  ['groups of keywords', 'docs/guides/migrating.md', /the (\w+) groups/g, groups.length],
  ['pages per crawl', 'docs/guides/migrating.md', /a site of up to ([\d,]+) pages/g, crawlPageBounds.max],
  ['pages per crawl', 'docs/guides/endpoints.md', /page limit: 1 to (\d+)/g, crawlPageBounds.max],
  ['pages per crawl', 'docs/guides/whole-site.md', /by default and at most ([\d,]+)/g, crawlPageBounds.max],
  ['pages per crawl', 'docs/guides/large-crawls.md', /by default and at most ([\d,]+)/g, crawlPageBounds.max],
  ['domains per batch', 'docs/guides/migrating.md', /batches\) of up to ([\d,]+) domains/g, MAX_ROWS],
  ['MCP tools', 'docs/decisions/031-mcp-tools-call-endpoints.md', /There are (\w+) tools/g, tools.length],
  ['retained tables', 'docs/architecture.md', /The (\w+) tables with permanent data/g, retainedTables.length],
  ['polled queues', 'docs/operations.md', /idle polling of (\w+) queues/g, polledQueues.length],
  ['invocations', 'docs/operations.md', /queues use up to (\d+) of/g, queueConcurrency.reduce((a, b) => a + b)],
  ['fewest invocations', 'docs/operations.md', /profile uses (\d+) for/g, MIN_PER_QUEUE * queueConcurrency.length],
  ['requests of a month', 'docs/specification.md', /([\d,]+) requests a month for `basic`/g, plans.basic.monthlyQuota],
  ['requests of a month', 'docs/specification.md', /([\d,]+) for `pro`/g, plans.pro.monthlyQuota],
];

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'];

const numberOf = (text: string) => (WORDS.includes(text) ? WORDS.indexOf(text) : Number(text.replaceAll(',', '')));

test.each(NUMBERS)('the number of %s in %s is that of the code', (_, document, stated, computed) => {
  const numbers = [...readFileSync(document, 'utf8').matchAll(stated)].map(([, number]) => numberOf(number!));
  expect(numbers).not.toEqual([]);
  expect(new Set(numbers)).toEqual(new Set([computed]));
});

test('the page about limits states the plans as they are by default', () => {
  const text = readFileSync('docs/guides/limits.md', 'utf8');
  const valuesBelow = (heading: string) =>
    tableRows(text, heading).map(([plan, ...values]) => [
      plan,
      ...values.map((value) => numberOf(value.split(' ')[0]!)),
    ]);
  const expected = Object.entries(plans).map(([name, plan]) => ({ name: `\`${name}\``, ...plan }));
  expect(valuesBelow('## Plans')).toEqual(
    expected.map(({ name, requestsPerSecond, burst, monthlyQuota }) => [name, requestsPerSecond, burst, monthlyQuota]),
  );
  expect(valuesBelow('## Allowances')).toEqual(
    expected.map(({ name, domainsPerDay, pagesPerDay, watches }) => [name, domainsPerDay, pagesPerDay, watches]),
  );
});

test('the page about sources sums the requests of a query', () => {
  const rows = tableRows(readFileSync('docs/sources.md', 'utf8'), '## Requests of a query');
  const [total, ...others] = rows.map(([, requests]) => Number(requests)).toReversed();
  expect(total).toBe(others.reduce((sum, each) => sum + each, 0));
});

test('the example of a score in the page about sources is computed as the page describes', () => {
  const text = readFileSync('docs/sources.md', 'utf8');
  const [, engines, ranks, values, sum, score] =
    /if (\w+) engines return suggestions.*?`(\{.*?\})`, the values are ([\d., and]+), their sum is ([\d.]+), and the score is (\d+)/.exec(
      text,
    )!;
  const given = JSON.parse(ranks!) as Ranks;
  const evidence = Object.entries(given).map(([engine, rank]) => sumOfEvidence({ seed: { [engine]: rank } }));
  expect(values!.match(/[\d.]+/g)!.map((value) => Math.round(1e6 * Number(value)))).toEqual(evidence);
  expect(Math.round(1e6 * Number(sum))).toBe(sumOfEvidence({ seed: given }));
  expect(Number(score)).toBe(scoreOf(sumOfEvidence({ seed: given }), numberOf(engines!)));
});

test('the values of positions in the page about sources are those of the score', () => {
  const text = readFileSync('docs/sources.md', 'utf8');
  const rows = [...text.matchAll(/^ *\| .* \| ([\d.]+) +\| ([\d.]+) +\|$/gm)].map(([, first, last]) => [first, last]);
  const kinds = ['seed', 'letter', 'modifier'] as const;
  const evidenceAt = (kind: (typeof kinds)[number], rank: number) => sumOfEvidence({ [kind]: { google: rank } }) / 1e6;
  expect(rows.map((row) => row.map(Number))).toEqual(kinds.map((kind) => [evidenceAt(kind, 1), evidenceAt(kind, 12)]));
});

/** US dollars of a million eventually consistent reads of one unit, which is half a request unit. */
const USD_PER_MILLION_UNITS = 0.125;

test('the page about operations states the measured read units and costs of keyword searches', () => {
  const stated = /\| a million keyword searches .*? \| ([\d.]+); ([\d.]+) \| .*?, (\d+) and (\d+) units each/
    .exec(readFileSync('docs/operations.md', 'utf8'))!
    .slice(1)
    .map(Number);
  const report = readFileSync('docs/performance.md', 'utf8');
  const measured = ['a common word by score', 'two common words, one engine, seven words'].map((name) =>
    Number(new RegExp(`50,000 stored: ${name} \\(.*\\| (\\d+) \\|`).exec(report)?.[1]),
  );
  const costs = measured.map((units) => Number((units * USD_PER_MILLION_UNITS).toFixed(2)));
  expect(stated).toEqual([...costs, ...measured]);
});

/** Each is sent, received and deleted. */
const REQUESTS_A_MESSAGE = 3;

describe('the page about large crawls', () => {
  const text = readFileSync('docs/guides/large-crawls.md', 'utf8');
  /** Rows of the table of values for each page, by their names. */
  const values = new Map(
    tableRows(text, '### Values for each page').map(([part, seconds, name, reads, writes]) => [
      part!,
      {
        memoryMb: functions[name!.replaceAll('`', '') as 'site-crawler' | 'site-reporter'].memoryMb,
        ...{ seconds: Number(seconds), reads: Number(reads), writes: Number(writes) },
      },
    ]),
  );
  const rows = tableRows(text, '## Time, requests and dollars').map(([pages, rate, time, polls, ...dollars]) => {
    const [hours, minutes] = time!.match(/\d+/g)!.map(Number);
    const stated = { minutes: 60 * hours! + minutes!, polls: Number(polls), dollars: dollars.map(Number) };
    return { pages: numberOf(pages!), rate: Number(rate), stated };
  });
  /** Seconds after which a crawl sends ten requests per second. */
  const riseSeconds = Number(/takes (\d+) seconds more/.exec(text)![1]);

  function secondsOf(pages: number, rate: number): number {
    return rate === 1 ? pages * requests(rate).seconds : pages * requests(rate).seconds + riseSeconds;
  }

  const requests = (rate: number) => values.get(`requests, ${rate === 1 ? 'one' : 'ten'} per second`)!;

  function dollarsOf(pages: number, rate: number, links: number): number {
    const ofPage = [
      requests(rate),
      ...(links === 150 ? [values.get('… of pages with 150 links, in addition')!] : []),
      values.get(`checkpoints, up to ${pages.toLocaleString('en')} pages`)!,
      values.get(`report, ${links} links`)!,
    ];
    const functionDollars = ofPage.map(({ memoryMb, seconds }) => lambdaTimeCost(memoryMb, seconds * pages));
    const rise = rate === 1 ? 0 : lambdaTimeCost(requests(rate).memoryMb, riseSeconds);
    const reads = pages * ofPage.reduce((sum, { reads }) => sum + reads, 0);
    const writes = pages * ofPage.reduce((sum, { writes }) => sum + writes, 0);
    const messages = secondsOf(pages, rate) / (SLICE_MS / 1_000);
    const millionths =
      reads * prices.dynamoReadUnitsPerMillion +
      writes * prices.dynamoWriteUnitsPerMillion +
      messages * (REQUESTS_A_MESSAGE * prices.sqsRequestsPerMillion + prices.lambdaPerMillion);
    return functionDollars.reduce((sum, each) => sum + each, rise) + millionths / MILLION;
  }

  test('has rows for both rates and the highest page limit', () => {
    expect(rows.map(({ pages }) => pages)).toContain(crawlPageBounds.max);
    expect(new Set(rows.map(({ rate }) => rate))).toEqual(new Set([1, 10]));
  });

  test.each(rows)('computes the values of $pages pages at $rate per second from those of a page', (row) => {
    const { pages, rate, stated } = row;
    const minutes = secondsOf(pages, rate) / 60;
    expect(stated.minutes).toBe(Math.round(minutes));
    expect(stated.polls).toBe(Math.ceil(minutes));
    expect(stated.dollars).toEqual([20, 150].map((links) => Number(dollarsOf(pages, rate, links).toPrecision(2))));
  });
});
