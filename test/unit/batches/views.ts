import { readFileSync } from 'node:fs';
import { type BatchLine, type BatchView, MOST_LINES } from '../../../functions/core/batches/batch.ts';
import type { CachedRecord } from '../../../functions/core/record/cached-record.ts';
import type { DomainRecord } from '../../../functions/core/record/record.ts';

export const NOW = Date.parse('2026-11-22T10:00:00.000Z');

/** Entries of domains of the sandbox. */
export const storedEntries = readFileSync('test/fixtures/entries.ndjson', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): CachedRecord => {
    const { record, ...entry } = JSON.parse(line) as Omit<CachedRecord, 'recordJson'> & { record: DomainRecord };
    return { ...entry, recordJson: JSON.stringify(record) };
  });

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
