import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { tools } from '../../functions/mcp/answer-message.ts';
import { CORPORA } from '../corpora/packages.ts';
import { type Assistant, connectAssistant, generations } from '../support/assistants.ts';
import { keepSuiteWithinDay } from '../support/keep-within-day.ts';
import { tries } from '../support/form.ts';
import { proKeys } from '../support/pro-keys.ts';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import { onlyHomePage, startSite, type TestSite } from '../support/site.ts';

const CALLS = tries(60, 300);
const SEED = 20_261_123;
const CONFORMANCE = join(CORPORA, '@modelcontextprotocol/conformance/dist/index.js');

const PLAN = { requestsPerSecond: 100, burst: 200, monthlyQuota: 10_000, domainsPerDay: 5_000, pagesPerDay: 50_000 };
/** Quota of the smaller plan: more than the tests of its allowance use. */
const QUOTA = 40;

// Allowances are counted by day.
keepSuiteWithinDay();

let runner: TestRunner;
let site: TestSite;
let assistant: Assistant;

beforeAll(async () => {
  site = await startSite(onlyHomePage(() => '<title>Trail shoes</title><h1>Trail shoes</h1>'));
  runner = await startTestRunner(
    {
      ...punctual,
      LOCAL_RESOLVE: `*.mine.test=127.0.0.1:${site.port}`,
      CDK_CONTEXT_JSON: JSON.stringify({
        basicPlan: { ...PLAN, monthlyQuota: QUOTA, domainsPerDay: 1 },
        proPlan: PLAN,
      }),
    },
    ['--offline'],
  );
  const [key] = await proKeys(runner, 1);
  assistant = await connectAssistant(runner.url, key!);
});
afterAll(() => Promise.all([assistant.close(), runner.close(), site.close()]));

/** The other scenarios require features that this server does not offer. */
test.each(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])(
  "the protocol's conformance suite passes: %s",
  async (scenario) => {
    const cwd = mkdtempSync(join(tmpdir(), 'conformance-'));
    const url = `${runner.url}/mcp?api_key=${runner.apiKey}`;
    const run = promisify(execFile)(process.execPath, [CONFORMANCE, 'server', '--url', url, '--scenario', scenario], {
      cwd,
    });
    expect((await run).stdout).toMatch(/Passed: (\d+)\/\1, 0 failed, 0 warnings/);
    rmSync(cwd, { recursive: true });
  },
);

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

const texts = fc.oneof(
  fc.constantFrom('shop.example', 'blog.example', 'broken.example', 'http://shop.example/', 'seo tools', 'en', '30d'),
  fc.constantFrom(
    'broken-link',
    '2026-11-01',
    'US',
    '3-5',
    'seo_score',
    'page.title',
    '',
    ' ',
    '../..',
    '\u0000',
    '😀',
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

/** Returns values of a schema, including its bounds. */
function valuesOf({ type, enum: values, items, minimum = 0, maximum = 10, minItems = 0, maxItems = 5 }: Schema) {
  if (values) return fc.constantFrom(...values);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum });
  if (type === 'array')
    return fc.array(items?.type === 'string' ? texts : fc.anything(), { minLength: minItems, maxLength: maxItems });
  return texts;
}

const callsOfTools = fc.constantFrom(...tools).chain(({ name, input }) => {
  const members = Object.entries(input.properties).map(([member, schema]) => [member, valuesOf(schema)] as const);
  const given = fc.record(Object.fromEntries(members), { requiredKeys: input.required ?? [] });
  return fc.tuple(fc.constant(name), given);
});

test(`${CALLS} random calls by the schemas of the tools are answered, and none fails on our side`, async () => {
  const outcomes = { answered: 0, refused: 0 };
  for (const [name, given] of fc.sample(callsOfTools, { numRuns: CALLS, seed: SEED })) {
    const { isError, content, structuredContent } = await assistant.call(name, given);
    const text = content[0]!.text;
    expect([name, given, text]).toEqual([name, given, expect.not.stringMatching(/^(internal|gateway_timeout):/)]);
    expect(text).toMatch(/\S/);
    expect(structuredContent !== undefined).toBe(isError !== true);
    outcomes[isError ? 'refused' : 'answered'] += 1;
  }
  expect(outcomes.answered).toBeGreaterThan(CALLS / 20);
  expect(outcomes.refused).toBeGreaterThan(CALLS / 20);
}, 600_000);

test('a caller whose daily allowance is used up gets the error and the time of a retry', async () => {
  const client = await connectAssistant(runner.url, runner.apiKey);
  expect((await client.call('get_domain', { domain: 'one.mine.test' })).isError).toBeUndefined();
  const { isError, content } = await client.call('get_domain', { domain: 'two.mine.test' });
  await client.close();
  const message = /^domain_allowance_exceeded: .* Retry the same call after \d+ seconds\.$/;
  expect([isError, content[0]!.text]).toEqual([true, expect.stringMatching(message)]);
});

test('several domains have metrics within the allowance, and errors beyond it', async () => {
  const client = await connectAssistant(runner.url, runner.apiKey);
  const { structuredContent } = await client.call('compare_domains', { domains: ['one.mine.test', 'three.mine.test'] });
  await client.close();
  expect(structuredContent).toMatchObject({
    domains: [
      { domain: 'one.mine.test', http_status: 200 },
      { domain: 'three.mine.test', error: { code: 'domain_allowance_exceeded' } },
    ],
  });
});

test.each(generations)('a client of %s with a used-up quota gets the error of the gateway', async (generation) => {
  const client = await connectAssistant(runner.url, runner.apiKey, generation).catch(String);
  const outcome = typeof client === 'string' ? client : await spend(client);
  expect(outcome).toMatch(/429|quota_exceeded/);
});

/** Calls until a call is rejected. @returns the error of the client */
async function spend(client: Assistant): Promise<string> {
  for (let call = 0; call <= QUOTA; call += 1) {
    const refusal = await client.call('get_domain', { domain: 'one.mine.test' }).then(() => null, String);
    if (refusal !== null) return client.close().then(() => refusal);
  }
  return 'never refused';
}
