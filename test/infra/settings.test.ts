import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cdkContext, InvalidSettings, readSettings, readSettingsFile, settingNames } from '../../infra/settings.ts';
import { everySetting } from '../support/every-setting.ts';
import { synthesizeStack } from '../support/stack.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Reads the settings from the text of a file and the options `-c`. */
function settingsOf(text: string, context: Record<string, unknown> = {}) {
  const file = join(folder, 'settings.json');
  writeFileSync(file, text);
  return readSettings({ tryGetContext: (name: string) => context[name] }, readSettingsFile(file));
}

describe('settings.json', () => {
  test('sets each setting like -c', () => {
    expect(settingsOf(JSON.stringify(everySetting))).toEqual(settingsOf('{}', everySetting));
  });

  test('is overridden by -c, setting by setting', () => {
    const text = JSON.stringify({ alarmEmail: 'a@example.com', dailyBudgetUsd: 3 });
    const { alarmEmail, dailyBudgetUsd } = settingsOf(text, { dailyBudgetUsd: '4' });
    expect({ alarmEmail, dailyBudgetUsd }).toEqual({ alarmEmail: 'a@example.com', dailyBudgetUsd: 4 });
  });

  test('is optional, but a named file is not', () => {
    expect(readSettingsFile()).toEqual({});
    expect(() => readSettingsFile(join(folder, 'none.json'))).toThrow(/none\.json does not exist/);
  });

  test('with an unknown name is rejected with the list of valid names', () => {
    const read = () => settingsOf('{"alarmMail": "me@example.com"}');
    expect(read).toThrow(InvalidSettings);
    expect(read).toThrow(`settings.json: unknown: alarmMail; valid names are ${settingNames.join(', ')}`);
    expect(() => settingsOf('{"basicPlan": {"bursts": 1}}')).toThrow(
      'settings.json: basicPlan: unknown: bursts; valid names are requestsPerSecond, burst, monthlyQuota, domainsPerDay, pagesPerDay',
    );
  });

  test.each([
    ['maxCrawlPages', 50_001, 'Too big: expected number to be <=50000'],
    ['maxCrawlPages', null, 'Invalid input: expected number, received null'],
    ['dailyBudgetUsd', true, 'Invalid input: expected number, received boolean'],
    ['dailyBudgetUsd', '', 'Invalid input: expected number, received string'],
    ['traces', 'perhaps', 'must be true or false'],
    ['signInDomainPrefix', 'my-aws', 'without "aws", "amazon" and "cognito"'],
    ['queueConcurrency', { work: 1 }, 'Too small: expected number to be >=2'],
    ['domainName', 'seo.example.com', 'must be set together with domainName'],
    ['monthlyBudgetUsd', 20, 'requires alarmEmail'],
    ['forumUpstreamUrl', 'https://me:secret@forum.example', 'must not contain a user name or password'],
    ['crawlerContactUrl', 'https://me@shop.example/', 'must not contain a user name or password'],
    ['backOfficeUrl', 'https://:secret@shop.example/back-office/', 'must not contain a user name or password'],
    ['stackName', 'aws-metrics', 'must not begin with "aws" or "ssm"'],
    ['stackName', 'my-aws-metrics', 'signInDomainPrefix: must be set'],
  ])('with %s: %j is rejected with the valid values', (name, value, message) => {
    const read = () => settingsOf(JSON.stringify({ [name]: value }));
    expect(read).toThrow(InvalidSettings);
    expect(read).toThrow(message);
  });

  test('is in messages only for values that -c does not override', () => {
    expect(() => settingsOf('{"traces": "perhaps"}')).toThrow(/^settings\.json: traces: /);
    expect(() => settingsOf('{"traces": true}', { traces: 'perhaps' })).toThrow(/^traces: /);
  });

  test.each(['', '[]', '{"traces": true,}', 'null'])('with the content %j is rejected', (text) => {
    expect(() => settingsOf(text)).toThrow('must contain a JSON object of settings');
  });

  test('has a valid example', () => {
    const example = readFileSync('settings.example.json', 'utf8');
    expect(settingsOf(example)).toMatchObject(JSON.parse(example) as object);
  });
});

test('a plan that is not JSON is rejected with its name', () => {
  expect(() => settingsOf('{}', { basicPlan: '{burst: 1}' })).toThrow(/^basicPlan: .*expected object/);
});

test('cdk.json sets the feature flags that cdk init sets', () => {
  const file = 'node_modules/aws-cdk/lib/init-templates/.recommended-feature-flags.json';
  expect(cdkContext()).toEqual(JSON.parse(readFileSync(file, 'utf8')));
});

test('the concurrency of each queue is configurable', () => {
  const sources = (context: Record<string, unknown>) =>
    synthesizeStack(context).model.eventSources.map(({ queue, maxConcurrency }) => [queue, maxConcurrency]);
  const concurrencyOf = (context: Record<string, unknown>) =>
    sources(context)
      .map(([, maxConcurrency]) => maxConcurrency)
      .sort();
  expect(concurrencyOf({})).toEqual([10, 15, 2, 2, 3, 5, 5, 5]);
  const small = {
    work: 2,
    learning: 2,
    batches: 2,
    completions: 2,
    crawls: 2,
    reports: 2,
    deliveries: 2,
    deadLetters: 2,
  };
  expect(concurrencyOf({ queueConcurrency: JSON.stringify(small) })).toEqual([2, 2, 2, 2, 2, 2, 2, 2]);
});
