import type { CachedRecord } from '../record/cached-record.ts';
import type { BatchLine } from './batch.ts';
import { inputOf, likelyDomain } from './input-of-line.ts';
import type { BatchServices } from './services.ts';

interface FoundLines {
  /** As they begin: `pending` with a domain, or `invalid`. */
  lines: BatchLine[];
  /** The cached entries of their domains, as far as there are any. */
  entries: ReadonlyMap<string, CachedRecord>;
}

/**
 * The lines of a request, and what is cached of them. Names are checked before anything is stored under them: where all
 * are cached, none needs a check, and what checks them is not loaded.
 */
export async function findLines(
  inputs: unknown[],
  { cache, isReachable }: Pick<BatchServices, 'cache' | 'isReachable'>,
): Promise<FoundLines> {
  const likely = inputs.map(likelyDomain);
  const entries = new Map(await cache.readEntries(likely.filter((name) => name !== null)));
  const isCached = (name: string | null) => name !== null && entries.has(name);
  const cachedLine = (input: unknown, domain: string | null): BatchLine => ({
    ...{ input: inputOf(input), domain, status: 'pending', error: null },
  });
  if (likely.every(isCached))
    return { lines: inputs.map((input, index) => cachedLine(input, likely[index]!)), entries };
  const { lineOf } = await import('./line-of.ts');
  const lines = inputs.map((input, index) => {
    const name = likely[index]!;
    return isCached(name) ? cachedLine(input, name) : lineOf(input, isReachable);
  });
  // Of a www name directly below a public suffix, the likely name is the suffix.
  const others = lines.flatMap(({ domain }, index) => (domain === null || domain === likely[index] ? [] : [domain]));
  for (const [domain, entry] of await cache.readEntries(others)) entries.set(domain, entry);
  return { lines, entries };
}
