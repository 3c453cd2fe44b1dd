import { readFileSync } from 'node:fs';
import { type BatchRow, type BatchView, MAX_ROWS } from '../../../functions/core/batches/batch.ts';
import { type CachedRecord, pendingOf } from '../../../functions/core/record/cached-record.ts';
import type { DomainRecord } from '../../../functions/core/record/record.ts';

export const NOW = Date.parse('2026-11-22T10:00:00.000Z');

type StoredEntry = Omit<CachedRecord, 'recordJson' | 'pending'> & { record: DomainRecord };

/** Entries of domains of the sandbox. */
export const storedEntries = readFileSync('test/fixtures/entries.ndjson', 'utf8')
  .trimEnd()
  .split('\n')
  .map((row): CachedRecord => {
    const { record, ...entry } = JSON.parse(row) as StoredEntry;
    return { ...entry, pending: pendingOf(record.sources), recordJson: JSON.stringify(record) };
  });

/** A row whose site was fetched. */
export function doneLine(domain: string, rest: Partial<BatchRow> = {}): BatchRow {
  return { input: `www.${domain}`, domain, status: 'done', error: null, ...rest };
}

/** A stored batch, created a minute ago, with a row for each entry unless rows are given. */
export function viewOf(entries: CachedRecord[], rest: Partial<BatchView> = {}): BatchView {
  return {
    batchId: 'b1',
    createdAt: new Date(NOW - 60_000).toISOString(),
    expiresAt: '2026-12-22T10:00:00.000Z',
    pollAfterSeconds: null,
    options: { refresh: false, fields: null, history: null, paid: false },
    rows: entries.map(({ domain }) => doneLine(domain)),
    entries: new Map(entries.map((entry) => [entry.domain, entry])),
    ...rest,
  };
}

/** Rows without entries, each with another input. */
export const manyLines = (count = MAX_ROWS) =>
  Array.from({ length: count }, (_, index) => doneLine(`site-${index}.com`, { status: 'pending' }));
