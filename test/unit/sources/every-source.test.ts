import { expect, test } from '@jest/globals';
import { siteAccessOf } from '../../support/site-access.ts';
import { existsSync, readFileSync } from 'node:fs';
import english from '../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };
import chinese from '../../../functions/back-office/page/src/locales/zh.json' with { type: 'json' };
import { requestSuggestions } from '../../../functions/core/keywords/engines/request-suggestions.ts';
import type { Engine } from '../../../functions/core/keywords/engines/engine.ts';
import { engines } from '../../../functions/core/keywords/engines/engines.ts';
import type { EngineId } from '../../../functions/core/keywords/choices.ts';
import type { SourceKey } from '../../../functions/core/sources/providers/keys.ts';
import {
  createProviderClient,
  type ProviderAddress,
} from '../../../functions/core/sources/providers/provider-client.ts';
import type { SectionPath } from '../../../functions/core/record/record.ts';
import { emptySections } from '../../../functions/core/record/sections.ts';
import { sources } from '../../../functions/core/sources/index.ts';
import type { Source } from '../../../functions/core/sources/source.ts';
import { trancoSource } from '../../../functions/core/sources/tranco.ts';
import { variableOf } from '../../../infra/local/settings.ts';
import { startProviders } from '../../../infra/sandbox/providers/server.ts';
import { tableRows } from '../../support/markdown.ts';
import { readCases } from '../../support/read-cases.ts';
import { readDocument } from '../../support/openapi.ts';
import { membersOf, schemaOf } from '../../support/section-schema.ts';
import { siteReader } from '../../support/site-reader.ts';
import { AGENT, networkOf } from '../platform/network/local-servers.ts';
import { useOpened } from '../../support/use-opened.ts';

/**
 * The parts of a source or an engine besides its own file, its line in the list and its test that types do not require.
 * Each check reports a missing part as `file: part`.
 */
type Missing = string[];

const [sourcesPage, configuration, metrics] = ['sources.md', 'configuration.md', 'guides/metrics.md'].map((name) =>
  readFileSync(`docs/${name}`, 'utf8'),
) as [string, string, string];
const example = JSON.parse(readFileSync('infra/openapi/examples/DomainRecordAnswer.json', 'utf8')) as {
  data: Record<string, unknown> & { sources: { id: string }[] };
};
const { schemas } = readDocument().components;

/** Reports a part as missing unless it was found. */
const missingUnless = (found: unknown, missing: string): Missing => (found ? [] : [missing]);
const code = (text: string) => `\`${text}\``;
const seconds = (ms: number) => `${ms / 1000} s`;
const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);

const providers = useOpened(() => startProviders());

function missingSections({ id, fields }: Source): Missing {
  return [
    ...fields.flatMap((path) => missingSection(path)),
    ...missingUnless(
      example.data.sources.some((report) => report.id === id),
      `infra/openapi/examples/DomainRecordAnswer.json: the report of ${id} in sources`,
    ),
  ];
}

function missingSection(path: SectionPath): Missing {
  const schema = schemaOf(path);
  const [member, part] = path.split('.') as [string, string?];
  const shown = example.data[member] as Record<string, unknown> | undefined;
  // The score and the audit have separate places on the page.
  const hasLabels = path === 'seo_score' || path === 'audit';
  return [
    ...(schema ? missingDescriptions(path) : [`functions/core/record/schema.ts: the section ${path}`]),
    ...missingUnless(path in emptySections(), `functions/core/record/sections.ts: the section ${path}`),
    ...missingUnless(
      part ? shown?.[part] : shown,
      `infra/openapi/examples/DomainRecordAnswer.json: the section ${path}`,
    ),
    ...missingUnless(isInOpenApi(member, part), `docs/openapi.json: the section ${path} (npm run openapi)`),
    ...missingUnless(
      hasLabels || [english, chinese].every((texts) => `record.sections.${path}` in texts),
      `functions/back-office/page/src/locales/en.json, zh.json: record.sections.${path}`,
    ),
    ...missingUnless(
      [`| \`${path}\``, `| \`${path}.`].some((start) => metrics.includes(start)),
      `docs/guides/metrics.md: a row that begins with ${code(path)}`,
    ),
  ];
}

function missingDescriptions(path: string): Missing {
  const schema = schemaOf(path)!;
  return [
    ...missingUnless(schema.description, `functions/core/record/schema.ts: a description of ${path}`),
    ...Object.keys(membersOf(schema) ?? {}).flatMap((name) => missingDescriptions(`${path}.${name}`)),
  ];
}

/** Returns whether the OpenAPI document has the section with a description. */
function isInOpenApi(member: string, part: string | undefined): boolean {
  type Property = { $ref?: string; description?: string; properties?: Record<string, Property> };
  const named = (name: string | undefined) => schemas[name ?? ''] as Property | undefined;
  const found = named('DomainRecord')?.properties?.[member];
  const group = found?.$ref ? named(found.$ref.split('/').at(-1)) : found;
  return Boolean((part ? group?.properties?.[part] : found)?.description);
}

/** Compares the rows of `docs/sources.md` with the values of the source. */
function missingRows({ id, fields, keys, address, inlineMs, backgroundMs, maxAgeDays }: Source): Missing {
  const missingRow = (heading: string, ...expected: [column: number, text: string][]) => {
    const row = tableRows(sourcesPage, heading).find(([first]) => first === code(id));
    const wrong = expected.filter(([column, text]) => !row?.[column]?.startsWith(text)).map(([, text]) => text);
    const missing = [`docs/sources.md, ${heading}: a row of ${code(id)}`, ...wrong].join(' | ');
    return missingUnless(row && wrong.length === 0, missing);
  };
  return [
    ...missingRow('## What each source requests', [1, fields.map(code).join(', ')], [3, keys.map(code).join(', ')]),
    ...missingRow(
      '## How often, and for how long',
      [2, inlineMs > 0 ? seconds(inlineMs) : 'always in the background'],
      [3, backgroundMs > 0 ? seconds(backgroundMs) : ''],
      [4, days(maxAgeDays)],
    ),
    ...(address ? missingRow('## Cost and licence') : []),
  ];
}

function missingSettings({ setting }: ProviderAddress, keys: readonly SourceKey[]): Missing {
  const expected = [setting, ...keys.map(variableOf)].map(code);
  return [
    ...expected.flatMap((name) => missingUnless(configuration.includes(name), `docs/configuration.md: ${name}`)),
    ...keys.flatMap((key) => [
      ...missingUnless(configuration.includes(key), `docs/configuration.md: the parameter ${key}`),
      ...missingUnless(
        tableRows(sourcesPage, '## Keys').some(([parameter]) => parameter!.includes(code(key))),
        `docs/sources.md, ## Keys: a row of ${code(key)}`,
      ),
    ]),
  ];
}

/** Returns the sections of the source for which the fake has no metrics of `shop.example`. */
async function missingFake(source: Source): Promise<Missing> {
  const { status, sections } = await source.fetch('shop.example', {
    network: networkOf({}),
    reader: siteReader,
    now: Date.now,
    http: createProviderClient(AGENT),
    shared: (_name, _maxAgeMs, load) => load(),
    baseUrl: () => providers.url,
    keys: providers.keys,
    site: siteAccessOf(networkOf({})),
    crawled: Promise.resolve(null),
    homeUrl: Promise.resolve('https://shop.example/'),
  });
  const unknown = source.fields.filter((path) => sections?.[path] == null);
  return missingUnless(
    status === 'ok' && unknown.length === 0,
    `infra/sandbox/providers: an endpoint that knows ${unknown.join(', ')} of shop.example (it answers: ${status})`,
  );
}

async function missingOfSource(source: Source): Promise<Missing> {
  const cases = `test/cases/${source.id}.json`;
  return [
    ...missingSections(source),
    ...missingRows(source),
    ...(source.address ? missingSettings(source.address, source.keys) : []),
    ...(source.address ? await missingFake(source) : []),
    ...missingUnless(!source.address || existsSync(cases), `${cases}: its cases`),
  ];
}

async function missingOfEngine(engine: Engine): Promise<Missing> {
  const row = tableRows(sourcesPage, '## Engines').find(([first]) => first === code(engine.id));
  const { host } = new URL(engine.baseUrl);
  const { status } = await requestSuggestions(
    engine,
    'seo tool',
    { language: 'en', region: 'US' },
    {
      http: createProviderClient(AGENT),
      owner: 'owner-1',
      baseUrl: () => providers.url,
      disabled: new Set(),
      timeoutMs: 5_000,
    },
  );
  const answers = readCases<{ engine: string }>('engine-answers');
  return [
    ...missingUnless(
      row?.[1]?.startsWith(`\`${host}`),
      `docs/sources.md, ## Engines: a row of ${code(engine.id)} with ${host}`,
    ),
    ...missingSettings(engine, []),
    ...missingUnless(
      status === 'ok',
      `infra/sandbox/providers/suggest/engines.ts: an endpoint that answers (it answers: ${status})`,
    ),
    ...missingUnless(
      answers.some((one) => one.engine === engine.id),
      `test/cases/engine-answers.json: those of ${engine.id}`,
    ),
  ];
}

test.each(sources)('the source $id is complete', async (source) => {
  expect(await missingOfSource(source)).toEqual([]);
});

test.each(engines)('the engine $id is complete', async (engine) => {
  expect(await missingOfEngine(engine)).toEqual([]);
});

test('ids and settings are unique', () => {
  const ids = [...sources, ...engines].map(({ id }) => id);
  const settings = [...sources.flatMap(({ address }) => address ?? []), ...engines].map(({ setting }) => setting);
  expect([...new Set(ids)]).toEqual(ids);
  expect([...new Set(settings)]).toEqual(settings);
});

const address: ProviderAddress = { setting: 'MADE_UP_URL', baseUrl: 'https://made-up.example' };

test('all missing parts of a source with only its own file are reported', async () => {
  const madeUp: Source = {
    ...trancoSource,
    id: 'made_up',
    fields: ['popularity.made_up' as SectionPath],
    keys: ['made-up-key' as SourceKey],
    address,
    fetch: () => Promise.resolve({ status: 'error' }),
  };
  expect(await missingOfSource(madeUp)).toEqual([
    'functions/core/record/schema.ts: the section popularity.made_up',
    'functions/core/record/sections.ts: the section popularity.made_up',
    'infra/openapi/examples/DomainRecordAnswer.json: the section popularity.made_up',
    'docs/openapi.json: the section popularity.made_up (npm run openapi)',
    'functions/back-office/page/src/locales/en.json, zh.json: record.sections.popularity.made_up',
    'docs/guides/metrics.md: a row that begins with `popularity.made_up`',
    'infra/openapi/examples/DomainRecordAnswer.json: the report of made_up in sources',
    'docs/sources.md, ## What each source requests: a row of `made_up` | `popularity.made_up` | `made-up-key`',
    'docs/sources.md, ## How often, and for how long: a row of `made_up` | 6 s | 45 s | 7 days',
    'docs/sources.md, ## Cost and licence: a row of `made_up`',
    'docs/configuration.md: `MADE_UP_URL`',
    'docs/configuration.md: `MADE_UP_KEY`',
    'docs/configuration.md: the parameter made-up-key',
    'docs/sources.md, ## Keys: a row of `made-up-key`',
    'infra/sandbox/providers: an endpoint that knows popularity.made_up of shop.example (it answers: error)',
    'test/cases/made_up.json: its cases',
  ]);
});

test('rows of a source that differ are reported', async () => {
  expect(await missingOfSource({ ...trancoSource, inlineMs: 7_000, maxAgeDays: 1 })).toEqual([
    'docs/sources.md, ## How often, and for how long: a row of `tranco` | 7 s | 1 day',
  ]);
});

test('all missing parts of an engine with only its own file are reported', async () => {
  const madeUp: Engine = { ...engines[0]!, ...address, id: 'made_up' as EngineId, urlPath: () => '/made-up' };
  expect(await missingOfEngine(madeUp)).toEqual([
    'docs/sources.md, ## Engines: a row of `made_up` with made-up.example',
    'docs/configuration.md: `MADE_UP_URL`',
    'infra/sandbox/providers/suggest/engines.ts: an endpoint that answers (it answers: error)',
    'test/cases/engine-answers.json: those of made_up',
  ]);
});
