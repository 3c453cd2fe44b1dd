import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { answerMembers, type Member, membersPage, typesByName } from '../../infra/members-page.ts';

const members = answerMembers();

/**
 * Names that stand for values of several types, by their place: settings and the numbers that result from them, a summary
 * of a metric and its value, the values of a watch's condition, and lists with their counts by severity.
 */
const SEVERAL: Record<string, string[]> = {
  after: ['number or text', 'number or object or text', 'number', 'text', 'integer', 'object'],
  ai_policy: ['object', 'text', 'list of objects'],
  before: [
    'number or text',
    'text or number or true or false',
    'number or object or text',
    'number',
    'text',
    'integer',
    'null',
  ],
  change: ['number', 'text'],
  changes: ['list of objects', 'object'],
  cls_p75: ['number', 'object'],
  code: ['number', 'text'],
  depth: ['integer', 'object'],
  domains: ['object', 'integer', 'list of text'],
  error: ['text', 'object', 'integer'],
  errors: ['integer', 'list of objects'],
  examples: ['list of text', 'list of objects'],
  external: ['integer', 'true or false', 'object'],
  fcp_p75_ms: ['integer', 'object'],
  fields: ['list of text', 'list of objects'],
  fixed: ['object', 'list of objects'],
  found: ['true or false', 'integer'],
  from: ['time', 'text'],
  h1: ['list of text', 'integer'],
  history: ['list of objects', 'object'],
  hreflang: ['list of objects', 'text'],
  http_status: ['integer', 'object'],
  indexable: ['true or false', 'integer'],
  inp_p75_ms: ['integer', 'object'],
  internal: ['integer', 'true or false'],
  issues: ['list of objects', 'list of text', 'object'],
  lcp_p75_ms: ['integer', 'object'],
  links: ['object', 'integer'],
  links_total: ['integer', 'object'],
  new: ['object', 'list of objects'],
  open_page_rank: ['object', 'number'],
  organic_count: ['integer', 'object'],
  organic_etv: ['number', 'object'],
  pages: ['integer', 'list of objects', 'object'],
  pending: ['list of text', 'integer'],
  persisting: ['object', 'list of objects'],
  resources: ['true or false', 'object'],
  scope: ['object', 'text'],
  score: ['integer', 'number'],
  seo_score: ['integer', 'object'],
  since: ['text', 'time'],
  site_broken_links: ['integer', 'object'],
  site_pages: ['integer', 'object'],
  site_score: ['integer', 'object'],
  snapshots: ['list of objects', 'integer'],
  status: ['text', 'integer'],
  tls_days_remaining: ['integer', 'object'],
  to: ['time', 'text'],
  tranco_rank: ['integer', 'object'],
  ttfb_p75_ms: ['integer', 'object'],
  value: ['text or number', 'text', 'number'],
  watch: ['text', 'null'],
  word_count: ['integer', 'object', 'text'],
};

test('the table of members is that of the schemas', async () => {
  const page = readFileSync('docs/members.md', 'utf8');
  expect(await membersPage(page)).toBe(page);
});

test('a name has one type in all answers, except where its place decides it', () => {
  const several = [...typesByName(members)].filter(([, types]) => types.size > 1);
  expect(Object.fromEntries(several.map(([name, types]) => [name, [...types.keys()]]))).toEqual(SEVERAL);
});

test.each<[string, RegExp, string[]]>([
  ['times', /_at$/, ['time']],
  ['milliseconds', /_ms$/, ['integer', 'object']],
  ['bytes', /_bytes$/, ['integer']],
  ['days', /_days$/, ['integer']],
  ['complete numbers', /_total$/, ['integer', 'object']],
  ['hashes', /_hash$/, ['text']],
  ['addresses', /^(?:\w+_)?(?<!in_)url$/, ['text']],
  ['scores', /^(?:seo|site)_score$/, ['integer', 'object']],
  ['HTTP statuses', /^http_status$/, ['integer', 'object']],
])('%s have their type by their name', (_, pattern, types) => {
  const found = members.filter(({ name }) => pattern.test(name));
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter(({ type }) => !types.includes(type)).map(({ path, type }) => `${path}: ${type}`)).toEqual([]);
});

test('every member has a meaning', () => {
  const isFrame = ({ name, path }: Member) =>
    name === 'success' || name === 'data' || path.startsWith('History.summary.');
  const without = members.filter((one) => one.description === '' && !isFrame(one)).map(({ path }) => path);
  expect(without).toEqual([]);
});
