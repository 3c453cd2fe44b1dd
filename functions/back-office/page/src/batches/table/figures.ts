import type { BatchItem } from '../../../../contract.ts';

/** A chosen figure, by the names that lead to it, such as `page` and `title`. */
export type Path = string[];

/** Members of each answer, chosen or not: the table says them in another way. */
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
 * The chosen figures, in the order of the record. They are told by what is there: a section that is known of no domain
 * is one figure.
 */
export function figuresOf(items: readonly BatchItem[]): Path[] {
  const shape: Shape = new Map();
  for (const { data } of items) if (data) addTo(shape, data);
  return [...shape].filter(([name]) => !ALWAYS.has(name)).flatMap(([name, below]) => paths([name], below));
}

/** The value of a figure; `undefined`: the record does not have it. */
export function valueAt(data: Record<string, unknown>, path: Path): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), data);
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
