import { randomUUID } from 'node:crypto';
import type { Batch, BatchItem, NewBatch } from '../../../functions/back-office/contract.ts';
import { readFields, selectFields } from '../../../functions/core/platform/http/fields.ts';
import { domainMembers } from '../../../functions/core/record/members.computed.ts';
import { type Call, CsvText } from './fake-back-office.ts';
import { Refusal, refusalOf } from './fake-back-office-refusal.ts';
import { sampleRecord } from './sample-record.ts';

const PAGE = 400;

interface Stored {
  id: string;
  request: NewBatch;
  createdAt: string;
  /** Polls until all rows are complete. */
  pollsLeft: number;
  isCancelled: boolean;
}

/**
 * Fake batches in memory. `new-*.example` is fetched, which takes three polls of the first page; `none-*.example` does
 * not exist; all others are cached. A batch with only cached rows is not stored. Pages have 400 rows.
 */
export function createFakeBatches() {
  const stored = new Map<string, Stored>();
  const byKey = new Map<string, string>();

  function create({ body, headers }: Call) {
    const request = body as NewBatch;
    const unknown = request.fields?.find((field) => field === 'page.titel');
    if (unknown) {
      const problems = 'page.titel is not a member of data; did you mean page.title?';
      throw refusalOf('fields', 'unknown_fields', { problems, unknown: ['page.titel'], nearest: ['page.title'] });
    }
    const key = headers['idempotency-key'] as string;
    const isStored = request.domains.some((domain) => domain.startsWith('new-')) || request.domains.length > PAGE;
    const id = isStored ? (byKey.get(key) ?? randomUUID()) : '';
    const batch = stored.get(id) ?? {
      ...{ id, request, createdAt: new Date().toISOString() },
      ...{ pollsLeft: 3, isCancelled: false },
    };
    if (isStored) {
      stored.set(id, batch);
      byKey.set(key, id);
    }
    return batch;
  }
  function find(id: string): Stored {
    const batch = stored.get(id);
    if (!batch) throw new Refusal(404, 'not_found', 'There is no such batch');
    return batch;
  }
  function answer(batch: Stored, { query }: Call): Batch | CsvText {
    const items = batch.request.domains.map((input) => itemOf(input, batch));
    const from = Number(query.get('cursor') ?? 0);
    const page = items.slice(from, from + PAGE);
    const next = from + PAGE < items.length ? String(from + PAGE) : null;
    if (query.get('format') === 'csv') return new CsvText(csvOf(page), next);
    const count = (status: BatchItem['status']) => items.filter((item) => item.status === status).length;
    const pending = count('pending');
    if (from === 0) batch.pollsLeft = Math.max(0, batch.pollsLeft - 1);
    return {
      batch_id: batch.id || null,
      created_at: batch.createdAt,
      expires_at: null,
      totals: {
        domains: items.length,
        ...{ done: count('done'), pending, not_found: count('not_found') },
        ...{ failed: 0, invalid: count('invalid'), refused: count('refused') },
      },
      poll_after_seconds: pending > 0 ? 1 : null,
      items: page,
      next_cursor: next,
    };
  }
  return {
    create: (call: Call) => answer(create(call), call),
    read: (id: string, call: Call) => answer(find(id), call),
    cancel: (id: string, call: Call) => {
      find(id).isCancelled = true;
      return answer(find(id), call);
    },
    /** Returns the number of stored batches. */
    count: () => stored.size,
  };
}

function itemOf(input: string, { request, pollsLeft, isCancelled }: Stored): BatchItem {
  const row = { input, domain: input.toLowerCase() };
  const error = (code: string, message: string) => ({ code, message, retryable: false });
  if (!input.includes('.')) {
    return { input, domain: null, status: 'invalid', error: error('invalid_parameter', 'Not a domain'), data: null };
  }
  if (input.startsWith('new-') && isCancelled) {
    return { ...row, status: 'refused', error: error('cancelled', 'The batch was cancelled'), data: null };
  }
  if (input.startsWith('new-') && pollsLeft > 0) return { ...row, status: 'pending', error: null, data: null };
  if (input.startsWith('none-')) {
    const message = `The domain name ${input} does not exist. Check its spelling.`;
    return { ...row, status: 'not_found', error: error('domain_not_found', message), data: null };
  }
  const record = sampleRecord(row.domain, { updatedAt: '2026-11-21T10:00:00.000Z', score: 86 });
  const fields = readFields(
    [...request.fields!, 'domain', 'cache_status', 'updated_at', 'pending', 'sources'].join(','),
    domainMembers,
  );
  const data = selectFields(record, fields!, domainMembers);
  return { ...row, status: 'done', error: null, data: data as BatchItem['data'] };
}

function csvOf(items: BatchItem[]): string {
  const rows = items.map(({ input, domain, status, data }) => [
    input,
    domain,
    status,
    data ? String(data.seo_score) : '',
  ]);
  return [['input', 'domain', 'status', 'seo_score'], ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}
