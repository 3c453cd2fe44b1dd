import { expect, test } from '@jest/globals';
import {
  condition,
  type Condition,
  MAX_SNAPSHOTS,
  subjectsOf,
  type WatchedValue,
} from '../../../functions/core/watches/conditions.ts';
import { eventSchemas } from '../../../functions/core/watches/delivery-schema.ts';
import { sampleEvents } from '../../../functions/core/watches/sample-events.ts';
import { changingNames, metricNames } from '../../../functions/core/record/history-values.ts';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const samplesOf = (conditions: Condition[], domains: string[] | null = ['a.com', 'b.com']) =>
  sampleEvents({ id: 'w1', domains, conditions }, NOW);

const moving = metricNames.filter((metric) => metric !== 'http_status');
const isShareOnly = (metric: string) => ['tranco_rank', 'organic_etv', 'organic_count'].includes(metric);
const GIVEN = [
  ...changingNames.map((name) => ({ on: 'changed', fields: [name, 'title'] })),
  ...['drop', 'rise'].flatMap((on) =>
    moving.flatMap((metric) => [
      ...['1%', '20%', '100%'].map((by) => ({ on, metric, by })),
      ...(isShareOnly(metric) ? [] : [1, 5, 10].map((by) => ({ on, metric, by }))),
    ]),
  ),
  ...['below', 'above'].flatMap((on) => metricNames.map((metric) => ({ on, metric, value: 50 }))),
  ...['below', 'above'].map((on) => ({ on, metric: 'cls_p75', value: 0.1 })),
  { on: 'above', metric: 'site_broken_links', value: 0 },
  ...[1, 2, 14].map((snapshots) => ({ on: 'unreachable', snapshots })),
  { on: 'noindex' },
  { on: 'certificate_expires', within_days: 14 },
  { on: 'registration_expires', within_days: 30 },
  ...['error', 'notice'].map((severity) => ({ on: 'new_issues', severity })),
].map((given) => condition.parse(given));

test('a watch has one sample of each condition, in their order, marked and of its first domain', () => {
  const events = samplesOf(GIVEN);
  expect(events.map((event) => event.condition)).toEqual(GIVEN);
  expect(new Set(events.map(({ sample, domain, watch, at }) => [sample, domain, watch, at].join()))).toEqual(
    new Set(['true,a.com,w1,2026-11-20T08:00:00.000Z']),
  );
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  expect(samplesOf(GIVEN.slice(0, 1), null)[0]!.domain).toBe('example.com');
});

test.each(GIVEN.map((given) => [JSON.stringify(given), given] as const))(
  'the sample of %s has the form of its events, and fulfils it',
  (_, given) => {
    const [event] = samplesOf([given]);
    expect(eventSchemas[given.on].safeParse(event).error?.issues).toBeUndefined();
    const [subject] = subjectsOf(given);
    if (!subject) return;
    const { name, before, after } = event!;
    const known = [after, ...Array<unknown>(MAX_SNAPSHOTS).fill(before)] as WatchedValue[];
    expect([name, subject.holds(known)]).toEqual([subject.name, true]);
  },
);
