import { describe, expect, test } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeBlocks, tableRows } from '../../support/markdown.ts';
import { operationsOf, readDocument, type Schema } from '../../support/openapi.ts';

const document = readDocument();
const { schemas } = document.components;
const guides = readdirSync('docs/guides').map((name) => `docs/guides/${name}`);
const endpoints = readFileSync('docs/guides/endpoints.md', 'utf8');

const namesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

function headingFor(path: string) {
  const heading = endpoints.split('\n').find((line) => line.startsWith('## ') && line.endsWith(`: \`${path}\``));
  if (heading === undefined) throw new Error(`docs/guides/endpoints.md has no section for ${path}`);
  return heading;
}

/** Rows of a parameter table as name and default; a row can name several parameters. */
function defaultsIn(heading: string): [name: string, value: string][] {
  const rows = tableRows(endpoints, heading).filter((row) => row.length === 3);
  return rows.flatMap(([names, , defaults]) => {
    const values = defaults!.replaceAll('`', '').split(', ');
    return namesIn(names!).map((name, index): [string, string] => [name, values[index] ?? '']);
  });
}

const withQuery = operationsOf(document).filter(
  ({ method, path, operation }) =>
    method === 'get' && path.startsWith('/api/v1/seo/') && operation.parameters?.some((one) => one.in === 'query'),
);
const withOwnSection = withQuery.filter(({ path }) => !path.includes('{'));

describe('docs/guides/endpoints.md', () => {
  test.each(withOwnSection.map(({ path, operation }) => ({ path, operation })))(
    'names each parameter of $path with its default',
    ({ path, operation }) => {
      const shown = defaultsIn(headingFor(path));
      const parameters = operation.parameters ?? [];
      expect(shown.map(([name]) => name).toSorted()).toEqual(parameters.map(({ name }) => name).toSorted());
      const stated = parameters.filter(({ schema }) => schema.default !== undefined);
      const expected = stated.map(({ name, schema }) => [name, String(schema.default)]);
      expect(shown.filter(([name]) => stated.some((one) => one.name === name)).toSorted()).toEqual(expected.toSorted());
    },
  );

  test('names each member of the body of a batch', () => {
    const shown = defaultsIn(headingFor('/api/v1/seo/batches')).map(([name]) => name);
    expect(shown.toSorted()).toEqual(Object.keys(schemas['BatchRequest']!['properties'] as object).toSorted());
  });

  test('lists each status of a row of a batch, in order', () => {
    const rows = tableRows(endpoints, headingFor('/api/v1/seo/batches')).filter((row) => row.length === 2);
    const statuses = rows.flatMap(([status]) => namesIn(status!)).filter((name) => name !== 'status');
    const { status } = schemas['BatchItem']!['properties'] as Record<string, Schema>;
    expect(statuses).toEqual(status!['enum']);
  });

  test.each([
    { heading: '## Errors', start: '/api/v1/' },
    { heading: headingFor('/api/forumA` and `/api/forumU'), start: '/api/forum' },
  ])('lists the errors of $start with status and retryable', ({ heading, start }) => {
    const rows = tableRows(endpoints, heading).filter((row) => row.length === 4);
    const shown = rows.map(([status, error, retryable]) => [Number(status), ...namesIn(error!), retryable!]);
    const general = ['not_found', 'method_not_allowed', 'too_large', 'internal'];
    const expected = errorsUnder(start).filter(([, error]) => start === '/api/v1/' || !general.includes(error));
    expect(shown.toSorted()).toEqual(expected.toSorted());
  });
});

/** Status, code and retryable of each error that operations under a path can return. */
function errorsUnder(start: string): [number, string, string][] {
  const paths = operationsOf(document).filter(({ path }) => path.startsWith(start));
  const references = paths.flatMap(({ operation }) => Object.values(operation.responses).map(({ $ref }) => $ref ?? ''));
  const bodies = references.flatMap((reference) => {
    const content = document.components.responses[reference.split('/').at(-1)!]?.content?.['application/json'];
    return Object.values(content?.examples ?? {}).map(({ value }) => value);
  });
  const errors = bodies.map(({ code, error, retryable }): [string, [number, string, string]] => [
    error as string,
    [code as number, error as string, error === 'upstream_refused' ? 'depends' : retryable ? 'yes' : 'no'],
  ]);
  return [...new Map(errors).values()];
}

describe('names of members in guides', () => {
  const answers = [
    'DomainRecordAnswer',
    'DomainRecord',
    'History',
    'Keywords',
    'KeywordItem',
    'LongTail',
    'Batch',
    'SiteAudit',
    'SitePage',
  ];
  const records = answers.map((name) => schemas[name]!);

  test('docs/guides/migrating.md: each name in the column "here" exists', () => {
    const page = readFileSync('docs/guides/migrating.md', 'utf8');
    const headings = page.split('\n').filter((line) => line.startsWith('#'));
    const rows = headings.flatMap((heading) => tableRows(page, heading));
    const names = rows.flatMap(([, here]) => namesIn(here!)).filter((name) => /^[a-z_][a-z0-9_.[\]]*$/.test(name));
    expect(names.length).toBeGreaterThan(30);
    const operations = operationsOf(document).map(({ operation }) => operation);
    const parameters = new Set(operations.flatMap((operation) => operation.parameters ?? []).map(({ name }) => name));
    const isMember = (name: string) =>
      records.some((schema) => hasMember(schema, name.replaceAll('[]', '').split('.')));
    expect(names.filter((name) => !parameters.has(name) && !isMember(name))).toEqual([]);
  });

  test('docs/guides/metrics.md: each name in the table of the domain record exists', () => {
    const page = readFileSync('docs/guides/metrics.md', 'utf8');
    const names = tableRows(page, '## The record of a domain').flatMap(([first]) => {
      const [base, ...more] = namesIn(first!);
      const parent = base!.slice(0, base!.lastIndexOf('.') + 1);
      return [base!, ...more.map((name) => parent + name)];
    });
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !hasMember(schemas['DomainRecord']!, name.split('.')))).toEqual([]);
  });
});

/** Returns whether a schema, or an item or alternative of it, has a member at a path. */
function hasMember(schema: Schema, path: string[]): boolean {
  const target = schema['$ref'] ? schemas[(schema['$ref'] as string).split('/').at(-1)!]! : schema;
  const alternatives = [target['items'], ...((target['anyOf'] ?? target['oneOf'] ?? []) as Schema[])].filter(
    Boolean,
  ) as Schema[];
  const [name, ...rest] = path;
  if (name === undefined) return true;
  const member = (target['properties'] as Record<string, Schema> | undefined)?.[name];
  return (member !== undefined && hasMember(member, rest)) || alternatives.some((one) => hasMember(one, path));
}

describe('links', () => {
  test.each(['README.md', 'SECURITY.md', 'CHANGELOG.md', ...guides])(
    'of %s refer to existing files and headings',
    (page) => {
      const targets = [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
      const dead = targets.filter((target) => !/^\w+:/.test(target) && !isThere(page, target));
      expect(dead).toEqual([]);
    },
  );
});

function isThere(page: string, target: string): boolean {
  const [file, anchor] = target.split('#') as [string, string?];
  const path = file === '' ? page : join(dirname(page), file);
  if (!existsSync(path)) return false;
  if (anchor === undefined) return true;
  const headings = withoutCode(path)
    .split('\n')
    .filter((line) => /^#+ /.test(line));
  return headings.map(anchorOf).includes(anchor);
}

/** Returns the anchor of a heading on GitHub. */
function anchorOf(heading: string): string {
  const text = heading.replace(/^#+ /, '').toLowerCase();
  return text.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
}

function withoutCode(page: string): string {
  const text = readFileSync(page, 'utf8');
  return codeBlocks(text).reduce((rest, { code }) => (code === '' ? rest : rest.replace(code, '')), text);
}
