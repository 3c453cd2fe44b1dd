import { expect, test } from '@jest/globals';
import { existsSync, readdirSync } from 'node:fs';
import { catalogue } from '../../functions/core/platform/settings/catalogue.ts';
import type { SettingName } from '../../functions/core/platform/settings/settings.ts';
import { environmentOf, functionSettings, type SetFunction } from '../../infra/function-settings.ts';
import { settingNames } from '../../infra/settings.ts';
import { everySetting } from '../support/every-setting.ts';
import { synthesizeStack } from '../support/stack.ts';

interface FunctionProperties {
  Properties: { Description: string; Environment?: { Variables: Record<string, unknown> } };
}

const functionNames = readdirSync('functions').filter((name) => existsSync(`functions/${name}/handler.ts`));
const settingsOf = (name: string): readonly SettingName[] => functionSettings[name as keyof typeof functionSettings];

test('every setting of the catalogue is used by a function', () => {
  const named = new Set(functionNames.flatMap(settingsOf));
  expect(Object.keys(catalogue).filter((name) => !named.has(name as SettingName))).toEqual([]);
});

test('every function has its settings declared', () => {
  expect(Object.keys(functionSettings).sort()).toEqual(functionNames.sort());
});

test('the environment of each function contains exactly its settings that the deployment sets', () => {
  const resources = synthesizeStack().template.findResources('AWS::Lambda::Function');
  const functions = (Object.values(resources) as FunctionProperties[]).map(({ Properties }) => Properties);
  expect(functions.map(({ Description }) => Description).sort()).toEqual(functionNames.sort());
  for (const { Description, Environment } of functions) {
    const deployed = settingsOf(Description).filter((setting) => catalogue[setting].setBy === 'deployment');
    expect(Object.keys(Environment?.Variables ?? {}).sort()).toEqual(deployed.sort());
  }
});

test('values of settings of other functions are omitted', () => {
  const values = { METRICS_NAMESPACE: 'a', DOMAIN_HISTORY_TABLE: 'b', MAX_FOLLOWED_DOMAINS: 1 };
  expect(environmentOf({ name: 'api-docs', values })).toEqual({ METRICS_NAMESPACE: 'a' });
  // The compiler has to reject these.
  const wrong: SetFunction[] = [
    // @ts-expect-error -- the table has no value
    { name: 'seo-history', values: { METRICS_NAMESPACE: 'a' } },
    // @ts-expect-error -- no such function reads it
    { name: 'api-docs', values: { METRICS_NAMESPACE: 'a', UNREAD: 'b' } },
    // @ts-expect-error -- only the host sets it
    { name: 'api-docs', values: { METRICS_NAMESPACE: 'a', RESOLVE_OVERRIDES: 'b' } },
  ];
  expect(wrong).toHaveLength(3);
});

test('the settings of the check-in on all boards reach its function', () => {
  const { template } = synthesizeStack({ forumBatchConcurrency: '2', forumBatchPauseMs: '500' });
  template.hasResourceProperties('AWS::Lambda::Function', {
    Description: 'forum-account',
    Environment: { Variables: { FORUM_BATCH_CONCURRENCY: '2', FORUM_BATCH_PAUSE_MS: '500' } },
  });
  expect(() => synthesizeStack({ forumBatchConcurrency: 11 })).toThrow(/forumBatchConcurrency/);
});

test('the operator can lower the page limit of crawls', () => {
  const { template } = synthesizeStack({ maxCrawlPages: '200' });
  template.hasResourceProperties('AWS::Lambda::Function', {
    Description: 'seo-site',
    Environment: { Variables: { MAX_CRAWL_PAGES: '200' } },
  });
  expect(() => synthesizeStack({ maxCrawlPages: 5_001 })).toThrow(/maxCrawlPages/);
});

test('the template with all settings contains each setting', () => {
  expect(Object.keys(everySetting).sort()).toEqual([...settingNames].sort());
});
