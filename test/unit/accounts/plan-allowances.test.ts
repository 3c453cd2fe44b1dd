import { expect, test } from '@jest/globals';
import { keySettings } from '../../../functions/core/platform/settings/settings.ts';
import { planAllowances } from '../../../infra/constructs/call-limits.ts';
import { readSettings as readDeployment } from '../../../infra/settings.ts';
import { settingsOf } from '../../support/settings.ts';

const deployment = (context: Record<string, unknown> = {}) =>
  readDeployment({ tryGetContext: (name: string) => context[name] });
const read = (text: string) => settingsOf(keySettings, { PLAN_ALLOWANCES: text }).PLAN_ALLOWANCES;

test('without configuration basic allows 1,000 domains and 5,000 pages a day, pro ten times that', () => {
  expect(read(planAllowances(deployment()))).toEqual({
    basic: { domains: 1_000, pages: 5_000 },
    pro: { domains: 10_000, pages: 50_000 },
  });
});

test('the allowances of a plan are configuration', () => {
  const settings = deployment({ basicPlan: '{"domainsPerDay": 7}', proPlan: '{"pagesPerDay": 0}' });
  expect(read(planAllowances(settings))).toEqual({
    basic: { domains: 7, pages: 5_000 },
    pro: { domains: 10_000, pages: 0 },
  });
});

test.each(['{', 'null', '1', '{"basic":{"domains":1,"pages":1}}', '{"basic":{"domains":1},"pro":{}}'])(
  'a function does not start with the allowances %s',
  (text) => expect(() => read(text)).toThrow(/PLAN_ALLOWANCES/),
);
