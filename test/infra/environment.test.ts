import { expect, test } from '@jest/globals';
import { crawlPageBounds } from '../../functions/core/crawls/page-limits.ts';
import { allSettings, environmentOf, functionNames, functionSettings } from '../../infra/function-settings.ts';
import { operatorVariables } from '../../infra/operator-settings.ts';
import { settingNames } from '../../infra/settings.ts';
import { everySetting } from '../support/every-setting.ts';
import { synthesizeStack } from '../support/stack.ts';

interface FunctionProperties {
  Properties: { Description: string; Environment?: { Variables: Record<string, unknown> } };
}

test('each setting that a function has from the operator is an option of the deployment', () => {
  const fromOperator = Object.entries(allSettings).filter(([, { setBy }]) => setBy === 'operator');
  expect(fromOperator.map(([name]) => name).sort()).toEqual([...operatorVariables].sort());
});

test('the environment of each function contains exactly its settings that the deployment sets', () => {
  const resources = synthesizeStack().template.findResources('AWS::Lambda::Function');
  const functions = (Object.values(resources) as FunctionProperties[]).map(({ Properties }) => Properties);
  expect(functions.map(({ Description }) => Description).sort()).toEqual(functionNames.sort());
  for (const { Description, Environment } of functions) {
    const deployed = Object.entries(functionSettings[Description]!).filter(([, { setBy }]) => setBy !== 'host');
    expect(Object.keys(Environment?.Variables ?? {}).sort()).toEqual(deployed.map(([name]) => name).sort());
  }
});

test('an environment has no values of other functions, and none is missing', () => {
  const values = { METRICS_NAMESPACE: 'a', DOMAIN_HISTORY_TABLE: 'b', RESOLVE_OVERRIDES: 'c' };
  expect(environmentOf('api-docs', values)).toEqual({ METRICS_NAMESPACE: 'a' });
  expect(environmentOf('seo-history', values)).toEqual({ METRICS_NAMESPACE: 'a', DOMAIN_HISTORY_TABLE: 'b' });
  const missing = 'DOMAIN_HISTORY_TABLE of the function seo-history has no value';
  expect(() => environmentOf('seo-history', { METRICS_NAMESPACE: 'a' })).toThrow(missing);
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
  expect(() => synthesizeStack({ maxCrawlPages: crawlPageBounds.max + 1 })).toThrow(/maxCrawlPages/);
});

test('the template with all settings contains each setting', () => {
  expect(Object.keys(everySetting).sort()).toEqual([...settingNames].sort());
});
