import * as z from 'zod/mini';
import { TLS_FAILURES } from '../platform/network/failures.ts';
import { BadValue, readBy } from '../platform/http/parameters.ts';
import { rule } from '../platform/http/rules.ts';
import { DAY_MS } from '../platform/time/day.ts';
import { betterOf, changingNames, type MetricName, metricNames, type ValueName } from '../record/history-values.ts';
import { isExcludedBy } from '../record/record-row.ts';
import type { StoredSnapshot } from '../domains/store/domain-history.ts';
import type { EventOf } from './delivery-schema.ts';

/** Values of a scheduled snapshot that conditions read. Absent and null: not known. */
export type WatchedValues = Omit<StoredSnapshot, 'origin'>;

/** A value of a condition at one snapshot. */
export type WatchedValue = string | number;

/** What a condition is about, in one snapshot after another. */
export interface Subject<Name = string, Value = WatchedValue> {
  /** Name of the value, which the event contains. */
  name: Name;
  /** Returns the value; `null`: not known, and the snapshot is skipped. */
  read: (values: WatchedValues) => Value | null;
  /**
   * Returns whether the condition holds.
   *
   * @param known the values that are known up to a snapshot, newest first, at least one
   */
  holds: (known: readonly Value[]) => boolean;
}

/** Metrics whose size differs so much between sites that only a share of them is comparable. */
const SHARE_ONLY: ReadonlySet<MetricName> = new Set(['tranco_rank', 'organic_etv', 'organic_count']);

/** Longest number of consecutive snapshots that a condition reads. */
export const MAX_SNAPSHOTS = 14;
const MAX_FIELDS = 20;
const MAX_DAYS = 3_650;
const MAX_VALUE = 1_000_000_000_000;

/** A metric whose change is one for the better or the worse. The size of an HTTP status has no meaning. */
export type MovingMetric = Exclude<MetricName, 'http_status'>;
const movingNames = metricNames.filter((name): name is MovingMetric => name !== 'http_status');

const metricOf = <Name extends MetricName>(known: Name[]) =>
  z
    .enum(known as [Name, ...Name[]], rule('one_of', { known }))
    .check(z.meta({ description: 'Metric of /api/v1/seo/history' }));
const metric = metricOf(metricNames);
const movingMetric = metricOf(movingNames);
const value = z
  .number(rule('number_from', { min: 0, max: MAX_VALUE }))
  .check(
    z.minimum(0, rule('number_from', { min: 0, max: MAX_VALUE })),
    z.maximum(MAX_VALUE, rule('number_from', { min: 0, max: MAX_VALUE })),
    z.meta({ description: 'Limit: below means less than it, above more than it' }),
  );

/** A number, or a share of the earlier value. */
type Amount = number | `${number}%`;

const amount = z.pipe(z.unknown(), readBy(readAmount)).check(
  z.meta({
    description:
      'Smallest change: a number above 0, or a share of the earlier value such as "20%". Of ranks, visits and ' +
      'keywords (tranco_rank, organic_etv, organic_count) a share only',
    form: {
      oneOf: [
        { type: 'number', exclusiveMinimum: 0 },
        { type: 'string', pattern: '^\\d{1,4}(\\.\\d{1,2})?%$' },
      ],
    },
    examples: ['20%'],
  }),
);

function readAmount(given: unknown): Amount {
  const isShare = typeof given === 'string' && /^\d{1,4}(\.\d{1,2})?%$/.test(given);
  const size = isShare ? Number.parseFloat(given) : given;
  if (typeof size === 'number' && size > 0 && size <= MAX_VALUE) return given as Amount;
  throw new BadValue('amount');
}

function days(meaning: string) {
  const problem = rule('whole_number_from', { min: 1, max: MAX_DAYS });
  return z.int(problem).check(z.minimum(1, problem), z.maximum(MAX_DAYS, problem), z.meta({ description: meaning }));
}

const fields = z
  .array(
    z.enum(changingNames as [ValueName, ...ValueName[]], rule('one_of', { known: changingNames })),
    rule('field_list', { max: MAX_FIELDS }),
  )
  .check(
    z.minLength(1, rule('field_list', { max: MAX_FIELDS })),
    z.maxLength(MAX_FIELDS, rule('field_list', { max: MAX_FIELDS })),
    z.meta({ description: 'Values of /api/v1/seo/history', examples: [['title', 'canonical']] }),
  );

const severities = ['error', 'warning', 'notice'] as const;

function snapshotCount() {
  const problem = rule('whole_number_from', { min: 1, max: MAX_SNAPSHOTS });
  return z
    .int(problem)
    .check(
      z.minimum(1, problem),
      z.maximum(MAX_SNAPSHOTS, problem),
      z.meta({ description: 'Number of consecutive snapshots without a usable response' }),
    );
}

/** Checks that the amount of a change suits its metric. */
function suitsMetric({ metric, by }: { metric: MetricName; by: Amount }): boolean {
  return typeof by === 'string' || !SHARE_ONLY.has(metric);
}

const byShare = { path: ['by'], ...rule('share_only') };
const on = <Name extends string>(name: Name) => z.literal(name).check(z.meta({ description: 'Kind of the condition' }));

const kinds = [
  ...['changed', 'drop', 'rise', 'below', 'above', 'unreachable', 'noindex'],
  ...['certificate_expires', 'registration_expires', 'new_issues'],
] as const;

/** Each kind of condition with its members. Its meaning is its member in {@link subjects}. */
export const condition = z.discriminatedUnion(
  'on',
  [
    z.strictObject({ on: on('changed'), fields }),
    z.strictObject({ on: on('drop'), metric: movingMetric, by: amount }).check(z.refine(suitsMetric, byShare)),
    z.strictObject({ on: on('rise'), metric: movingMetric, by: amount }).check(z.refine(suitsMetric, byShare)),
    z.strictObject({ on: on('below'), metric, value }),
    z.strictObject({ on: on('above'), metric, value }),
    z.strictObject({ on: on('unreachable'), snapshots: z._default(snapshotCount(), 2) }),
    z.strictObject({ on: on('noindex') }),
    z.strictObject({ on: on('certificate_expires'), within_days: days('Days before the certificate expires') }),
    z.strictObject({ on: on('registration_expires'), within_days: days('Days before the registration expires') }),
    z.strictObject({
      on: on('new_issues'),
      severity: z
        ._default(z.enum(severities, rule('one_of', { known: severities })), 'error')
        .check(z.meta({ description: 'Lowest severity of the issues' })),
    }),
  ],
  rule('condition', { known: kinds }),
);

export type Condition = z.output<typeof condition>;
type On = Condition['on'];
type ConditionOf<Name extends On> = Extract<Condition, { on: Name }>;

/** Kinds of conditions that snapshots decide; `new_issues` is decided by crawls. */
type SnapshotKind = Exclude<On, 'new_issues'>;

/** Codes of failures that are caused by the site, not by this service, its limits, or a directive of the site. */
const DOWN: ReadonlySet<string> = new Set([
  ...['name_not_found', 'connection_refused', 'host_unreachable', 'connection_reset', 'timeout'],
  ...TLS_FAILURES,
  ...['too_many_redirects', 'redirect_loop', 'bad_redirect', 'bad_response'],
]);
const SERVER_ERROR = /^http_5\d\d$/;

const [yes, no] = ['yes', 'no'] as const;

/** What an event is about; the events of a kind of condition have values of the same type. */
type SubjectOf<Event extends { name: string; before: unknown }> = Subject<Event['name'], Event['before']>;

/** The meaning of each kind of condition: what it is about, and when it holds. */
const subjects: { [Kind in SnapshotKind]: (condition: ConditionOf<Kind>) => SubjectOf<EventOf<Kind>>[] } = {
  changed: ({ fields: names }) =>
    names.map((name) => ({
      name,
      read: valueReader(name),
      holds: ([now, before]) => before !== undefined && now !== before,
    })),
  drop: ({ metric: name, by }) => [moved(name, by, isLessBetter(name) ? 'up' : 'down')],
  rise: ({ metric: name, by }) => [moved(name, by, isLessBetter(name) ? 'down' : 'up')],
  below: ({ metric: name, value: limit }) => [{ name, read: metricReader(name), holds: ([now]) => now! < limit }],
  above: ({ metric: name, value: limit }) => [{ name, read: metricReader(name), holds: ([now]) => now! > limit }],
  unreachable: ({ snapshots }) => [
    {
      name: 'site_status',
      read: siteStatus,
      holds: (known) => known.length >= snapshots && known.slice(0, snapshots).every((status) => status !== 'ok'),
    },
  ],
  noindex: () => [{ name: 'noindex', read: isExcluded, holds: ([now]) => now === yes }],
  certificate_expires: ({ within_days }) => [
    {
      name: 'tls_days_remaining',
      read: metricReader('tls_days_remaining'),
      holds: ([now]) => now! <= within_days,
    },
  ],
  registration_expires: ({ within_days }) => [
    { name: 'registration_days_remaining', read: registrationDays, holds: ([now]) => now! <= within_days },
  ],
};

/** Returns what a condition is about; empty for a condition about crawls. */
export function subjectsOf(given: Condition): Subject[] {
  if (given.on === 'new_issues') return [];
  return (subjects[given.on] as (condition: Condition) => unknown[])(given) as Subject[];
}

function valueReader(name: ValueName) {
  return (values: WatchedValues): WatchedValue | null => values[name] ?? null;
}

const metricReader = (name: MetricName) => valueReader(name) as (values: WatchedValues) => number | null;

/** If neither is better, less is taken for worse. */
const isLessBetter = (name: MetricName) => betterOf(name) === 'less';

/** A change of a number in one direction between two snapshots. */
function moved(name: MetricName, by: Amount, direction: 'up' | 'down'): Subject<MetricName, number> {
  return {
    name,
    read: metricReader(name),
    holds([now, before]) {
      if (before === undefined) return false;
      const change = (now! - before) * (direction === 'up' ? 1 : -1);
      const least = typeof by === 'number' ? by : (Number.parseFloat(by) / 100) * Math.abs(before);
      return change > 0 && change >= least;
    },
  };
}

/** @returns `ok`, or the code of a failure of the site; `null` if the site itself is not known to have failed */
export function siteStatus({ site_status: status }: WatchedValues): string | null {
  if (!status) return null;
  return status === 'ok' || DOWN.has(status) || SERVER_ERROR.test(status) ? status : null;
}

/** @returns whether directives or robots.txt exclude the home page from search engines; `null` if it is not known */
export function isExcluded({ failed_audits: failed }: WatchedValues): 'yes' | 'no' | null {
  const isExcludedNow = isExcludedBy(
    failed?.map((audit) => {
      const [id, items] = audit.split(':') as [string, string];
      return { id, items_total: Number(items) };
    }),
  );
  return isExcludedNow === null ? null : isExcludedNow ? yes : no;
}

function registrationDays({ expires_at, captured_at }: WatchedValues): number | null {
  if (!expires_at) return null;
  return Math.floor((Date.parse(String(expires_at)) - Date.parse(captured_at)) / DAY_MS);
}

/** Returns the severities at or above a severity. */
export function severitiesFrom(
  lowest: ConditionOf<'new_issues'>['severity'],
): readonly ConditionOf<'new_issues'>['severity'][] {
  return severities.slice(0, severities.indexOf(lowest) + 1);
}
