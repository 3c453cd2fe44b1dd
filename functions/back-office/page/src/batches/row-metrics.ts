import type { BatchItem } from '../../../contract.ts';
import type { SourceReport } from '../../../../core/record/record.ts';
import { describeFailure, type Translate } from '../language/messages.ts';
import { NONE_IF_READ } from '../sources/source-words.ts';
import type { SortValue } from '../ui/sorting.ts';

/** A requested metric, by the names of its members, such as `page` and `title`. */
export type Path = readonly string[];

/** A row with its position in the batch. */
export interface Row extends BatchItem {
  position: string;
}

/** Members of each answer, requested or not, which the table shows in other ways. */
const ALWAYS = new Set([
  'domain',
  'domain_unicode',
  'cache_status',
  'updated_at',
  'pending',
  'poll_after_seconds',
  'complete',
  'sources',
]);

type Shape = Map<string, Shape>;

/**
 * Returns the requested metrics, in the order of the record. They are derived from the data: a section that is unknown
 * for all domains is one metric.
 */
export function metricsOf(items: readonly BatchItem[]): Path[] {
  const shape: Shape = new Map();
  for (const { data } of items) if (data) addTo(shape, data);
  return [...shape].filter(([name]) => !ALWAYS.has(name)).flatMap(([name, below]) => paths([name], below));
}

/** Returns the value of a metric; `undefined`: the record does not have it. */
export function valueAt(data: Record<string, unknown>, path: Path): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), data);
}

/** Returns the value of a metric of a row as it is sorted by. */
export function sortValueOf({ data }: BatchItem, path: Path): SortValue {
  const value = data ? valueAt(data, path) : null;
  if (value === null || value === undefined) return null;
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether a metric has numbers, and no other values. */
export function isNumeric(items: readonly BatchItem[], path: Path): boolean {
  const values = items.flatMap(({ data }) => (data ? (valueAt(data, path) ?? []) : []));
  return values.length > 0 && values.every((value) => typeof value === 'number');
}

function addTo(shape: Shape, value: Record<string, unknown>) {
  for (const [name, member] of Object.entries(value)) {
    const below = shape.get(name) ?? new Map<string, Shape>();
    shape.set(name, below);
    if (isObject(member)) addTo(below, member);
  }
}

function paths(path: Path, below: Shape): Path[] {
  return below.size === 0 ? [path] : [...below].flatMap(([name, further]) => paths([...path, name], further));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns why a requested metric is null: there is none, it is unknown, or the state of its source. */
export function absenceOf(
  path: Path,
  { sources }: NonNullable<BatchItem['data']>,
): 'none' | 'unknown' | SourceReport['status'] {
  const source = sourceOfMetric(path, sources);
  if (!source) return 'unknown';
  const hasAnswered = source.error === null && (source.status === 'ok' || source.status === 'empty');
  if (!hasAnswered) return source.status;
  return source.status === 'empty' || NONE_IF_READ.has(path.join('.')) ? 'none' : 'unknown';
}

/** Returns the source of the section that a metric is in, or is. */
export function sourceOfMetric(path: Path, sources: readonly SourceReport[]): SourceReport | undefined {
  const isIn = (section: string) => `${path.join('.')}.`.startsWith(`${section}.`);
  return sources.find(({ fields }) => fields.some(isIn));
}

/** Rows that failed for one reason. */
export interface Problem {
  status: BatchItem['status'];
  error: NonNullable<BatchItem['error']>;
  count: number;
}

/** Returns the reasons why rows failed, the most frequent first. */
export function problemsOf(items: readonly BatchItem[]): Problem[] {
  const problems = new Map<string, Problem>();
  for (const { status, error } of items) {
    if (error === null) continue;
    const key = `${status} ${error.code}`;
    problems.set(key, { status, error, count: (problems.get(key)?.count ?? 0) + 1 });
  }
  return [...problems.values()].sort((one, other) => other.count - one.count);
}

/** Returns why a row has no data, or none of its site, and whether the same may succeed later; `null`: no error. */
export function rowError({ status, error }: Pick<BatchItem, 'status' | 'error'>, t: Translate): string | null {
  if (error === null) return null;
  // The codes of sites and sources have other meanings in refused rows.
  const refusal = `batches.refusals.${error.code}`;
  const words = status === 'refused' && t.has(refusal) ? t(refusal) : describeFailure(error, t);
  return error.retryable ? t('batches.retryable', { reason: words }) : words;
}
