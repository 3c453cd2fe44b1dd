import { brotliDecompressSync } from 'node:zlib';
import { type BatchLine, type BatchView, MOST_LINES } from '../../../functions/shared/batches/batch.ts';
import type { CachedRecord } from '../../../functions/shared/record/cached-record.ts';
import { openStock } from '../../support/stock/stock.ts';

export const NOW = Date.parse('2026-11-22T10:00:00.000Z');

/** Entries as version 0.1 has stored them. */
export const storedEntries = openStock('v0.1')
  .items('DomainCache')
  .map((item): CachedRecord => ({
    domain: item.domain!.S!,
    domainUnicode: item.domain_unicode!.S!,
    firstCachedAt: item.first_cached_at!.S!,
    updatedAt: item.updated_at!.S!,
    healAfter: null,
    healing: {},
    version: 1,
    recordJson: brotliDecompressSync(item.record!.B!).toString(),
  }));

/** A line whose site was read. */
export function doneLine(domain: string, rest: Partial<BatchLine> = {}): BatchLine {
  return { input: `www.${domain}`, domain, status: 'done', error: null, ...rest };
}

/** A stored batch, made a minute ago, whose lines are those of the entries unless there are others. */
export function viewOf(entries: CachedRecord[], rest: Partial<BatchView> = {}): BatchView {
  return {
    batchId: 'b1',
    createdAt: new Date(NOW - 60_000).toISOString(),
    expiresAt: '2026-12-22T10:00:00.000Z',
    pollAfterSeconds: null,
    order: { refresh: false, fields: null, history: null, paid: false },
    lines: entries.map(({ domain }) => doneLine(domain)),
    entries: new Map(entries.map((entry) => [entry.domain, entry])),
    ...rest,
  };
}

/** Lines without entries, each with another input. */
export const manyLines = (count = MOST_LINES) =>
  Array.from({ length: count }, (_, index) => doneLine(`site-${index}.com`, { status: 'pending' }));
