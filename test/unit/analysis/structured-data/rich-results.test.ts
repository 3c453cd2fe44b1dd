import Validator from '@adobe/structured-data-validator';
import { describe, expect, test } from '@jest/globals';
import { siteTasks } from '../../../../functions/core/analysis/reader/read-site.ts';
import { readCases } from '../../../support/cases.ts';
import { NO_ROBOTS, NOW, served } from '../page/served.ts';

type Entity = Record<string, unknown> & { '@type': string };

interface Case {
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

const cases = readCases<Case[]>('rich-results');

/** Returns the faults that the crawler finds in a page with this entity. */
async function foundIn(entity: Entity): Promise<string[]> {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...entity });
  const page = served(`<!doctype html><script type="application/ld+json">${json}</script><p>Text`);
  const { facts } = await siteTasks.readCrawled(page, NO_ROBOTS, NOW, ['www.shop.example']);
  return facts!.failed_checks
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

test('the cases contain each type that the validator knows', () => {
  const types = new Set(JSON.stringify(cases).match(/(?<="@type":")[^"]+/g));
  expect(Object.keys(new Validator().registeredHandlers).filter((type) => !types.has(type))).toEqual([]);
});
