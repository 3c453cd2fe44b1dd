import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { StructuredData } from '../../../../functions/core/analysis/page/structured-data.ts';
import { createThreadReader } from '../../../../functions/core/analysis/reader/thread-reader.ts';
import { structuredDataFaults } from '../../../../functions/core/analysis/structured-data/find-faults.ts';
import { schemaTypes } from '../../../../functions/core/analysis/structured-data/vocabulary.computed.ts';
import { readCases } from '../../../support/cases.ts';
import { NO_ROBOTS, NOW, served } from '../page/served.ts';

interface Case {
  name: string;
  /** Blocks as texts, or as values that get schema.org's context unless they have one. */
  blocks: (string | object)[];
  /** End of the id, value, and expected unless it is null. */
  faults: string[];
}

const textOf = (block: string | object) =>
  typeof block === 'string' ? block : JSON.stringify({ '@context': 'https://schema.org', ...block });

function faultsOf(...blocks: (string | object)[]) {
  const data = new StructuredData();
  for (const block of blocks) data.addJsonLd(textOf(block));
  return structuredDataFaults(data.blocks);
}

test.each(readCases<Case[]>('structured-data'))('$name', async ({ blocks, faults }) => {
  const found = await faultsOf(...blocks);
  expect(
    found.flatMap(({ id, items }) =>
      items.map(({ value, expected = [] }) => [id.replace('structured-data-', ''), value].concat(expected).join(' | ')),
    ),
  ).toEqual(faults);
});

test('a fault has the first 300 characters of its block', async () => {
  const [fault] = await faultsOf({ '@type': 'Brand', name: 'A' }, `\n  { "@type": "Brand", ${'x'.repeat(400)}`);
  expect(fault!.items[0]!.element).toBe(`{ "@type": "Brand", ${'x'.repeat(400)}`.slice(0, 300));
});

test('the vocabulary has the types of schema.org with their top types', () => {
  expect(schemaTypes).toMatchObject({
    ...{ Thing: '', Product: 'Product', Dentist: 'Organization Place', '3DModel': 'CreativeWork', Offer: 'Intangible' },
    ...{ EmployeeRole: 'Intangible', ItemAvailability: 'Intangible', Text: '' },
  });
  expect(Object.keys(schemaTypes).length).toBeGreaterThan(900);
  expect(Object.keys(schemaTypes).filter((name) => !/^[0-9A-Z][A-Za-z0-9]+$/.test(name))).toEqual([]);
});

describe('hostile structured data', () => {
  const nested = (count: number, open: string, close: string) => open.repeat(count) + close.repeat(count);
  const many = <Made>(count: number, make: (index: number) => Made) => Array.from({ length: count }, (_, n) => make(n));
  const graph = (nodes: unknown[]) => textOf({ '@graph': nodes });

  test.each([
    ['nested types', nested(9_000, '{"@context":"https://schema.org","@type":"Offer","a":', '}').replace('}', 'null}')],
    ['nested arrays', textOf({ '@type': 'Product' }).replace('}', `,"offers":${nested(100_000, '[', ']')}}`)],
    ['nested graphs', nested(9_000, '{"@context":"https://schema.org","@graph":', '}').replace('}', 'null}')],
    ['many entities', textOf({ '@type': 'Product', name: 'x', offers: many(14_000, () => ({ '@type': 'Offer' })) })],
    ['a long cycle', graph(many(4_000, (n) => ({ '@type': 'Review', '@id': `#${n}`, a: { '@id': `#${n + 1}` } })))],
    [
      'references of each to each',
      graph(many(100, (n) => ({ '@type': 'Review', '@id': `#${n}`, a: many(100, (to) => ({ '@id': `#${to}` })) }))),
    ],
    ['one @id', graph(many(5_000, (n) => ({ '@type': 'Brand', '@id': '#', name: `${n}` })))],
    ['unknown types', graph(many(1_000, (n) => ({ '@type': `x${n}`.padEnd(200, 'x') })))],
    ['an error at the end', `[${'1,'.repeat(100_000)}x]`],
  ])('%s: a thread with its limits of memory and time finds at most 20 faults', async (_, text) => {
    const page = `<script type="application/ld+json">${text}</script>`;
    const { facts } = await createThreadReader().readCrawled(served(page), NO_ROBOTS, NOW, ['www.shop.example']);
    const found = facts!.failed_checks.filter(({ id }) => id.startsWith('structured-data'));
    const items = found.flatMap((failed) => failed.items);
    expect(items.length).toBeLessThanOrEqual(20);
    for (const { element, value, expected } of items) {
      for (const part of [element, value, expected]) expect(String(part).length).toBeLessThanOrEqual(300);
    }
  });

  test('any JSON is checked without an error', async () => {
    const names = ['@type', '@id', '@value', '@graph', '@context', 'name', 'offers', 'review', 'item', 'url', 'image'];
    const key = fc.constantFrom(...names, 'itemListElement', 'returnFees', 'returnPolicyCategory', '__proto__');
    const literal = fc.constantFrom<unknown>(
      'Product',
      'Review',
      'ListItem',
      'ImageObject',
      'MerchantReturnPolicy',
      'x',
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        ...[literal, fc.constantFrom<unknown>(null, 5, true, '', 'BreadcrumbList', 'https://schema.org', '#a')],
        fc.array(tie('value'), { maxLength: 3 }),
        fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('Product', 'BreadcrumbList', 'Review'), value, async (type, part) => {
        const found = await faultsOf({ '@type': type, offers: part, itemListElement: part }, { '@graph': part });
        expect(found.flatMap(({ items }) => items).length).toBeLessThanOrEqual(20);
      }),
      { numRuns: 300 },
    );
  });
});
