import { describe, expect, test } from '@jest/globals';
import Validator from '@adobe/structured-data-validator';
import fc from 'fast-check';
import { StructuredData } from '../../../functions/core/analysis/page/structured-data.ts';
import { siteTasks } from '../../../functions/core/analysis/reader/read-site.ts';
import { createThreadReader } from '../../../functions/core/analysis/reader/thread-reader.ts';
import { structuredDataFaults } from '../../../functions/core/analysis/structured-data/find-faults.ts';
import { schemaTypes, subtypes } from '../../../functions/core/analysis/structured-data/vocabulary.computed.ts';
import { readCases } from '../../support/cases.ts';
import { NO_ROBOTS, NOW, served } from './page/served.ts';

interface FaultCase {
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

test.each(readCases<FaultCase[]>('structured-data'))('$name', async ({ blocks, faults }) => {
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

test('the vocabulary has the subtypes of types with rules', () => {
  expect(subtypes.LocalBusiness).toEqual(expect.arrayContaining(['LocalBusiness', 'Restaurant', 'Bakery', 'Dentist']));
  expect(subtypes.Event).toEqual(expect.arrayContaining(['Event', 'MusicEvent', 'Festival']));
  expect(subtypes.FoodEstablishment).not.toContain('Store');
  for (const types of Object.values(subtypes)) {
    expect(types.filter((type) => !Object.hasOwn(schemaTypes, type))).toEqual([]);
  }
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
    [
      'comments of comments',
      `${'{"@context":"https://schema.org","@type":"DiscussionForumPosting","comment":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
    ],
    [
      'many comments',
      textOf({ '@type': 'DiscussionForumPosting', comment: many(9_000, () => ({ '@type': 'Comment', author: {} })) }),
    ],
    [
      'names of one entity with many properties',
      graph([
        { '@type': 'Person', '@id': '#', ...Object.fromEntries(many(9_000, (n) => [`a${n}`, 1])) },
        ...many(900, () => ({ '@type': 'Article', author: { '@id': '#', name: 'x' } })),
      ]),
    ],
    ['unknown types', graph(many(1_000, (n) => ({ '@type': `x${n}`.padEnd(200, 'x') })))],
    ['an error at the end', `[${'1,'.repeat(100_000)}x]`],
  ])('%s: a thread with its limits of memory and time finds at most 20 faults', async (_, text) => {
    const page = `<script type="application/ld+json">${text}</script>`;
    const { facts } = await createThreadReader().readCrawled(served(page), NO_ROBOTS, NOW, ['www.shop.example']);
    const found = facts!.findings.filter(({ id }) => id.startsWith('structured-data'));
    const items = found.flatMap((failed) => failed.items);
    expect(items.length).toBeLessThanOrEqual(20);
    for (const { element, value, expected } of items) {
      for (const part of [element, value, expected]) expect(String(part).length).toBeLessThanOrEqual(300);
    }
  });

  test('any JSON is checked without an error', async () => {
    const names = ['@type', '@id', '@value', '@graph', '@context', 'name', 'offers', 'review', 'item', 'url', 'image'];
    const parts = ['author', 'comment', 'hasPart', 'hasVariant', 'isVariantOf', 'location', 'mainEntity'];
    const key = fc.constantFrom(
      ...names,
      ...parts,
      'itemListElement',
      'returnFees',
      'returnPolicyCategory',
      '__proto__',
    );
    const literal = fc.constantFrom<unknown>(
      'Product',
      'Review',
      'ListItem',
      'ImageObject',
      'MerchantReturnPolicy',
      ...['Answer', 'Car', 'Comment', 'DiscussionForumPosting', 'Event', 'Occupation', 'ProductGroup', 'QAPage'],
      ...['Question', 'Quiz', 'Restaurant'],
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
      fc.asyncProperty(
        fc.constantFrom('Product', 'BreadcrumbList', 'Review', 'QAPage', 'ProductGroup'),
        value,
        async (type, part) => {
          const found = await faultsOf(
            { '@type': type, offers: part, itemListElement: part, mainEntity: part, hasVariant: part },
            { '@graph': part },
          );
          expect(found.flatMap(({ items }) => items).length).toBeLessThanOrEqual(20);
        },
      ),
      { numRuns: 300 },
    );
  });
});

type Entity = Record<string, unknown> & { '@type': string };

interface RichResultCase {
  /** Of the rich result. */
  name: string;
  /** Page of Google's documentation with the required and recommended properties. */
  documentation: string;
  /** An entity with all of them. */
  complete: Entity;
  /** Paths of properties without which it has these faults: severity, path of the entity, missing property. */
  without: string[];
  faults: string[];
}

const cases = readCases<RichResultCase[]>('rich-results');

/** Returns the faults that the crawler finds in a page with this entity. */
async function foundIn(entity: Entity): Promise<string[]> {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...entity });
  const page = served(`<!doctype html><script type="application/ld+json">${json}</script><p>Text`);
  const { facts } = await siteTasks.readCrawled(page, NO_ROBOTS, NOW, ['www.shop.example']);
  return facts!.findings
    .filter(({ id }) => id.startsWith('structured-data-'))
    .flatMap(({ id, items }) =>
      items.flatMap(({ value, expected }) => {
        const severity = id.replace(/^structured-data-|-missing$/g, '');
        if (expected === 'a valid value') return `${severity} | ${String(value).replace(/: .*/, '')} is invalid`;
        return String(expected)
          .split(', ')
          .map((property) => `${severity} | ${value} | ${property}`);
      }),
    )
    .sort();
}

/** Returns what the validator reports for this entity, in the same form. */
async function reportedFor(entity: Entity, isSnippet: boolean): Promise<string[]> {
  const validator = new Validator();
  // It applies the rules of merchant listings, which need an offer, to all products.
  if (isSnippet) (validator.registeredHandlers.Product as unknown[]).pop();
  const findings = await validator.validate({ jsonld: { [entity['@type']]: [structuredClone(entity)] } });
  const reports = findings.map(({ severity, issueMessage, path, fieldNames }) => {
    const steps = path
      .slice(1)
      .map(({ property, index }) => `${property}${index === undefined ? '' : `.${index}`}`)
      .join('.');
    const target = valueAt(entity, steps);
    const invalid = /Invalid (?:type for attribute|URL in field) "([^"]+)"/.exec(issueMessage)?.[1];
    const place = [entity['@type'], ...(steps === '' ? [] : [steps])].join('.').replace(/\.(\d+)/g, '[$1]');
    return {
      level: `${severity === 'ERROR' ? 'required' : 'recommended'} | ${place}`,
      invalid,
      missing: fieldNames.filter((name) => valueAt(target, name) === undefined),
    };
  });
  const lines = reports
    // With an object, its members are missing too.
    .filter(({ level, missing }) => {
      const [object, member] = missing[0]?.split('.') ?? [];
      return member === undefined || !reports.some((other) => other.level === level && other.missing[0] === object);
    })
    .map(({ level, invalid, missing }) =>
      invalid === undefined ? `${level} | ${missing.join(' or ')}` : `${level}.${invalid} is invalid`,
    );
  return [...new Set(lines)].sort();
}

function valueAt(entity: unknown, path: string): unknown {
  const names = path === '' ? [] : path.split('.');
  return names.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], entity);
}

function changed(entity: Entity, path: string, value: string | undefined): Entity {
  const copy = structuredClone(entity);
  const names = path.split('.');
  const parent = valueAt(copy, names.slice(0, -1).join('.')) as Record<string, unknown>;
  if (value === undefined) delete parent[names.at(-1)!];
  else parent[names.at(-1)!] = value;
  return copy;
}

/** Returns the paths of all properties of an entity and of its parts. */
function pathsIn(value: unknown, path: string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([name]) => name !== '@type')
    .flatMap(([name, member]) => {
      const inside = pathsIn(member, [...path, name]);
      return Array.isArray(value) ? inside : [[...path, name].join('.'), ...inside];
    });
}

describe.each(cases)('$name', ({ name, complete, without, faults }) => {
  const isSnippet = name === 'product snippet';

  test('an entity with all properties has no fault, and the validator reports none', async () => {
    expect(await foundIn(complete)).toEqual([]);
    expect(await reportedFor(complete, isSnippet)).toEqual([]);
  });

  test('an entity without some has the faults that Google documents and the validator reports', async () => {
    const entity = without.reduce((rest, path) => changed(rest, path, undefined), complete);
    expect(await foundIn(entity)).toEqual([...faults].sort());
    expect(await reportedFor(entity, isSnippet)).toEqual([...faults].sort());
  });

  // Without an offer, a product is no merchant listing.
  const paths = pathsIn(complete).filter((path) => isSnippet || path !== 'offers');

  test('an entity without any one property has the faults that the validator reports', async () => {
    for (const path of paths) {
      const entity = changed(complete, path, undefined);
      expect([path, await foundIn(entity)]).toEqual([path, await reportedFor(entity, isSnippet)]);
    }
  });

  test('an entity with an unsuitable value has the faults that the validator reports', async () => {
    for (const path of paths) {
      const entity = changed(complete, path, '?');
      expect([path, await foundIn(entity)]).toEqual([path, await reportedFor(entity, isSnippet)]);
    }
  });
});

interface DocumentedCase {
  name: string;
  /** Page of Google's documentation with the required and recommended properties. */
  documentation: string;
  /** An entity with all of them. */
  complete: Entity;
  /** Paths of properties; of alternatives, the one that the entity has. People and organizations always need a name. */
  required: string[];
  recommended: string[];
}

describe.each(readCases<DocumentedCase[]>('documented-rich-results'))(
  'the documented properties of $name',
  ({ complete, required, recommended }) => {
    test('an entity with all of them has no fault', async () => {
      expect(await foundIn(complete)).toEqual([]);
    });

    test('an entity without any one property lacks it if Google requires or recommends it', async () => {
      for (const path of pathsIn(complete)) {
        const found = await foundIn(changed(complete, path, undefined));
        const severity = required.includes(path) ? 'required' : recommended.includes(path) ? 'recommended' : null;
        const names = path.split('.');
        const isNamed = (line: string) => {
          const [level, entity, properties] = line.split(' | ');
          const alternatives = properties!.split(' or ').map((property) => `${entity}.${property}`);
          return level === severity && alternatives.includes([complete['@type'], ...names].join('.'));
        };
        expect([path, found.map(isNamed)]).toEqual([path, severity === null ? [] : [true]]);
      }
    });
  },
);

test('the cases contain each type that the validator knows', () => {
  const types = new Set(JSON.stringify(cases).match(/(?<="@type":")[^"]+/g));
  expect(Object.keys(new Validator().registeredHandlers).filter((type) => !types.has(type))).toEqual([]);
});
