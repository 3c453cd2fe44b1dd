import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fakeStack, type FakeAws, startFakeAws } from '../support/fake-aws.ts';
import { machineEnvironment } from '../support/machine.ts';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import { startSite, type TestSite } from '../support/site.ts';

/** The delay makes each page its own message: more than the about 16 invocations of a recursive loop. */
const PAGES = 18;
const CRAWL_DELAY_SECONDS = 3;
const SITE = 'slow.test';
const ALARM = 'search-metrics-ObservabilityErrorLogs';
/** Of another stack, whose name begins with the name of this one. */
const FOREIGN_ALARM = 'search-metrics-a-second-ErrorLogs';

let site: TestSite;
let runner: TestRunner;
let aws: FakeAws;
let state: string;

beforeAll(async () => {
  const pages = Array.from({ length: PAGES - 1 }, (_, number) => `/page-${number}`);
  const html = (title: string, links: string[]) =>
    `<!doctype html><html lang="en"><title>${title}</title>${links.map((link) => `<a href="${link}">${link}</a>`).join('')}`;
  site = await startSite(({ url = '' }, response) => {
    if (url === '/robots.txt') {
      return void response
        .writeHead(200, { 'Content-Type': 'text/plain' })
        .end(`User-agent: *\nCrawl-delay: ${CRAWL_DELAY_SECONDS}\n`);
    }
    const isPage = url === '/' || pages.includes(url);
    response.writeHead(isPage ? 200 : 404, { 'Content-Type': 'text/html' });
    response.end(isPage ? html(`A page at ${url}`, url === '/' ? pages : []) : '');
  });
  const alarm = ({ AlarmNames = [] }: { AlarmNames?: readonly string[] | string }) => ({
    MetricAlarms: [FOREIGN_ALARM, ALARM]
      .filter((name) => AlarmNames.length === 0 || AlarmNames.includes(name))
      .map((name) => ({
        AlarmName: name,
        StateValue: state,
        AlarmActions: ['arn:aws:sns:eu-west-1:111122223333:topic'],
      })),
  });
  state = 'INSUFFICIENT_DATA';
  aws = await startFakeAws({
    ...fakeStack('search-metrics', { resources: [{ type: 'AWS::CloudWatch::Alarm', id: ALARM }] }),
    DescribeAlarms: alarm,
    SetAlarmState: ({ StateValue = '' }) => ((state = StateValue), {}),
  });
  runner = await startTestRunner({ ...punctual, LOCAL_RESOLVE: `${SITE}=127.0.0.1:${site.port}` }, ['--offline']);
});
afterAll(() => Promise.all([runner?.close(), site.close(), aws.close()]));

async function smoke(args: string[], environment: Record<string, string> = {}) {
  // Without these, the SDK searches for credentials in the home folder and on EC2.
  const none = { AWS_EC2_METADATA_DISABLED: 'true', HOME: '/nonexistent' };
  const env = { ...machineEnvironment(), ...none, ...environment };
  const child = spawn(process.execPath, ['infra/operations/smoke.ts', ...args], { env });
  const [, stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code: child.exitCode, stdout, stderr };
}

/** Returns the result and finding of each check by its name. */
function rowsOf(table: string): Record<string, string> {
  const rows = table.matchAll(/^(\S.*?) {2,}(ok|FAILED|skipped) {2,}(.*)$/gm);
  return Object.fromEntries(Array.from(rows, ([, name, result, found]) => [name!, `${result}: ${found}`]));
}

describe('npm run smoke', () => {
  test('passes against the service, with a crawl of more messages than loop detection allows', async () => {
    const { code, stdout } = await smoke([runner.url, runner.apiKey, '--site', SITE], aws.environment);
    const rows = rowsOf(stdout);
    expect(rows).toMatchObject({
      'without a key': 'ok: 401 missing_api_key',
      'with another key': 'ok: 401 invalid_api_key',
      'with an invalid parameter': 'ok: 422 invalid_parameter',
      'a watch': 'ok: created, changed and deleted',
      'a batch': expect.stringMatching(/^ok: /) as unknown,
      'a crawl': expect.stringMatching(new RegExp(`^ok: ${PAGES} pages in \\d+ s$`)) as unknown,
      'too many requests': expect.stringMatching(/^ok: within \d+ requests, Retry-After \d+$/) as unknown,
      'every endpoint of /openapi.json': expect.stringMatching(/^ok: /) as unknown,
      'an alarm, set and reset': `ok: ${ALARM}: ALARM, then INSUFFICIENT_DATA again; look for its mails`,
    });
    expect(Object.values(rows).filter((row) => !row.startsWith('ok: '))).toEqual([]);
    const states = aws.calls.filter(({ operation }) => operation === 'SetAlarmState');
    expect(states.map(({ input }) => input.StateValue)).toEqual(['ALARM', 'INSUFFICIENT_DATA']);
    expect(stdout).toMatch(/\nAll checks passed\n$/);
    expect(code).toBe(0);
    expect(site.requests.filter((path) => path.startsWith('/page-')).length).toBeGreaterThan(16);
  }, 240_000);

  test('fails when no server responds, and skips the alarm without credentials', async () => {
    const { code, stdout } = await smoke(['http://127.0.0.1:9', 'key'], { AWS_REGION: 'eu-west-1' });
    const rows = rowsOf(stdout);
    expect(rows['GET /health']).toMatch(/^FAILED: fetch failed: /);
    expect(rows['an alarm, set and reset']).toMatch(/^skipped: Could not load credentials/);
    expect(stdout).toMatch(/\n\d+ of \d+ checks failed, 1 skipped\n$/);
    expect(code).toBe(1);
  });

  test('sets no alarm of another stack if its own has none, or does not exist', async () => {
    const bare = await startFakeAws({
      ...fakeStack('search-metrics-bare', { resources: [{ type: 'AWS::ApiGateway::RestApi', id: 'a' }] }),
      DescribeAlarms: () => ({ MetricAlarms: [{ AlarmName: FOREIGN_ALARM, StateValue: 'OK' }] }),
    });
    const alarmOf = async (stack: string) => {
      const { stdout } = await smoke(['http://127.0.0.1:9', 'key', '--stack', stack], bare.environment);
      return rowsOf(stdout)['an alarm, set and reset'];
    };
    expect(await alarmOf('search-metrics-bare')).toBe('FAILED: search-metrics-bare has no alarms');
    expect(await alarmOf('search-metrics')).toMatch(/^skipped: There is no stack search-metrics in this account/);
    expect(bare.calls.map(({ operation }) => operation)).not.toContain('SetAlarmState');
    await bare.close();
  });

  test.each([
    [['example.com', 'key'], 'BaseUrl: must be the output of the stack'],
    [['https://example.com'], 'key: must be the value of one API key'],
  ])('rejects %j with its usage', async (args, message) => {
    const { code, stderr } = await smoke(args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain('npm run smoke -- <BaseUrl> <key>');
  });
});
