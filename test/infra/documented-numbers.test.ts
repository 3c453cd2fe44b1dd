import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { MAX_ROWS } from '../../functions/core/batches/batch.ts';
import { engineIds } from '../../functions/core/keywords/choices.ts';
import { groups } from '../../functions/core/long-tail/grouping/groups.ts';
import { type Ranks, scoreOf, sumOfEvidence } from '../../functions/core/keywords/score.ts';
import { crawlPageBounds } from '../../functions/core/crawls/page-limits.ts';
import { ISSUES } from '../../functions/core/site-reports/issues/index.ts';
import { sources } from '../../functions/core/sources/index.ts';
import { tools } from '../../functions/mcp/answer-message.ts';
import { synthesizeStack } from '../support/stack.ts';

const ENGINES = engineIds.length;
const EXTERNAL = sources.filter(({ address }) => address !== null);
const PAID = EXTERNAL.filter(({ costUsd }) => costUsd > 0).length;

const { template } = synthesizeStack();
const resourcesOf = (type: string, members: object = {}) => Object.keys(template.findResources(type, members));
const retainedTables = resourcesOf('AWS::DynamoDB::GlobalTable', { DeletionPolicy: 'Retain' });
const polledQueues = resourcesOf('AWS::Lambda::EventSourceMapping');

/** Numbers that documents state, as digits or words, in every place that the pattern matches. */
const NUMBERS: [what: string, document: string, stated: RegExp, computed: number][] = [
  ['kinds of issues', 'README.md', /\| kinds of issues +\| ([\d,]+)/g, ISSUES.length],
  ['external sources', 'README.md', /\| external sources +\| (\d+), plus/g, EXTERNAL.length],
  ['paid sources', 'README.md', /… of which paid +\| (\d+)/g, PAID],
  ['search engines', 'README.md', /(\w+) search engines/g, ENGINES],
  ['MCP tools', 'README.md', /\| MCP tools +\| (\d+)/g, tools.length],
  ['pages per crawl', 'README.md', /\| pages per crawl +\| ([\d,]+)/g, crawlPageBounds.max],
  ['domains per batch', 'README.md', /(?:batches of|records of up to) ([\d,]+)/g, MAX_ROWS],
  ['search engines', 'docs/sources.md', /(\w+) search engines/g, ENGINES],
  ['sources of own hosts', 'docs/sources.md', /The first (\w+) connect/g, sources.length - EXTERNAL.length],
  ['search engines', 'docs/guides/tour.md', /(\w+) search engines/g, ENGINES],
  ['groups of keywords', 'docs/guides/tour.md', /the (\w+) groups/g, groups.length],
  ['search engines', 'docs/guides/migrating.md', /(\w+) search engines, including/g, ENGINES],
  ['groups of keywords', 'docs/guides/migrating.md', /the (\w+) groups/g, groups.length],
  ['pages per crawl', 'docs/guides/migrating.md', /a site of up to ([\d,]+) pages/g, crawlPageBounds.max],
  ['domains per batch', 'docs/guides/migrating.md', /batches\) of up to ([\d,]+) domains/g, MAX_ROWS],
  ['MCP tools', 'docs/decisions/031-mcp-tools-call-endpoints.md', /There are (\w+) tools/g, tools.length],
  ['retained tables', 'docs/architecture.md', /The (\w+) tables with permanent data/g, retainedTables.length],
  ['polled queues', 'docs/operations.md', /idle polling of (\w+) queues/g, polledQueues.length],
];

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'];

const numberOf = (text: string) => (WORDS.includes(text) ? WORDS.indexOf(text) : Number(text.replaceAll(',', '')));

test.each(NUMBERS)('the number of %s in %s is that of the code', (_, document, stated, computed) => {
  const numbers = [...readFileSync(document, 'utf8').matchAll(stated)].map(([, number]) => numberOf(number!));
  expect(numbers).not.toEqual([]);
  expect(new Set(numbers)).toEqual(new Set([computed]));
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
