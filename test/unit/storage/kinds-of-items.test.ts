import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { filesBelow, root } from '../../../infra/constructs/build-cache.ts';

const storage = 'functions/shared/storage/';
const code = new Map(
  ['functions', 'infra']
    .flatMap((top) => filesBelow(join(root, top)))
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => [relative(root, file), readFileSync(file, 'utf8')]),
);
const stored = [...code].filter(([file]) => file.startsWith(storage));

/** @returns where something stands, without the folder of the storage */
const filesWith = (pattern: RegExp) =>
  [...code].filter(([, text]) => pattern.test(text)).map(([file]) => file.replace(storage, ''));

/** A table, or one kind of item in it: a file, or a folder. */
const kindOf = (file: string) => file.replace(storage, '').split('/', 1)[0]!;

describe('keys that begin with the kind of item', () => {
  const prefixes: Record<string, string> = {
    'address#': 'address-slots.ts',
    'allowance#': 'allowances.ts',
    'answer#': 'ready-answers.ts',
    'asked#': 'background-requests.ts',
    'budget#': 'daily-budget.ts',
    'claim#': 'once-markers.ts',
    'crawl#': 'site-crawls/item.ts',
    'domain:': 'domain-keywords.ts',
    'fetch#': 'fetch-lease.ts',
    'file#': 'site-crawls/item.ts',
    '#followed': 'domain-schedule/follow-counts.ts',
    'hosts#': 'fetched-hosts.ts',
    'idempotency#': 'idempotency-keys.ts',
    'key#': 'key-holders.ts',
    'missing#': 'missing-domains.ts',
    'keyword:': 'keyword-index/keyword-index.ts',
    'learning:': 'learning-runs.ts',
    'own:': 'keyword-lists.ts',
    'visit#': 'site-crawls/item.ts',
    'rows#': 'site-crawls/item.ts',
    'shared#': 'shared-cache.ts',
    'suggestions:': 'suggestion-cache.ts',
    'term:': 'keyword-index/posting-list.ts',
    'turn#': 'provider-rate-limit.ts',
    'usage#': 'plan-usage.ts',
  };

  test.each(Object.entries(prefixes))('%s is known to one file', (prefix, file) => {
    expect(filesWith(new RegExp(`['"\`]${prefix}(?:\\$\\{|['"\`])`))).toEqual([file]);
  });

  test('are all of them', () => {
    const items = stored.filter(([file]) => kindOf(file) !== 'dynamodb').map(([, text]) => text);
    const inCode = items.flatMap((text) => text.match(/(?<=['"`])[a-z]+[#:](?=\$\{|['"`])|(?<=domain: ')#\w+/g) ?? []);
    // What follows `backfill:` is an origin, which the answer names as well.
    expect(new Set(inCode)).toEqual(new Set([...Object.keys(prefixes), 'backfill:']));
  });

  test('and the sort keys that begin with a day or a time are made in one file a table', () => {
    expect(filesWith(/`\$\{[\w.]+\}#/)).toEqual([
      'batches/item.ts',
      'domain-history/item.ts',
      'operations/dead-letters.ts',
    ]);
  });
});

test.each([
  ['first_asked_on', 'domain-schedule'],
  ['due_shard', 'domain-schedule'],
  ['is_blocked', 'domain-schedule'],
  ['past_kept', 'domain-schedule'],
  ['taken_at', 'domain-history'],
  ['heal_after', 'domain-cache.ts'],
])('the attribute %s is known to its kind of item alone', (attribute, kind) => {
  const others = filesWith(new RegExp(`\\b${attribute}\\b`)).filter((file) => kindOf(file) !== kind);
  // The names in the table's definition are typed by the item.
  expect(others.filter((file) => file !== 'infra/constructs/tables.ts')).toEqual([]);
});

test('each kind of item that holds something of a domain is deleted when the domain is forgotten', () => {
  const elsewhere = [
    // Last of all, by `forgetDomain` itself.
    'domain-schedule',
  ];
  const ofDomains = new Set(
    stored.filter(([, text]) => /^ {2}\w+\(domain: string/m.test(text)).map(([file]) => kindOf(file)),
  );
  const imports = code.get(`${storage}domain-items.ts`)!.matchAll(/from '\.\/(.+)'/g);
  const forgotten = [...imports].map(([, path]) => kindOf(path!));
  ofDomains.delete('domain-items.ts');
  expect([...ofDomains].filter((kind) => ![...forgotten, ...elsewhere].includes(kind))).toEqual([]);
  expect(ofDomains).toEqual(new Set([...forgotten.filter((kind) => kind !== 'dynamodb'), ...elsewhere]));
});
