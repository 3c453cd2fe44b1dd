import type { Batch, BatchItem } from '../../../../functions/back-office/contract.ts';

/** Returns a page of a batch whose rows are all done. */
export function sampleBatch(id: string | null, domains: string[], changes: Partial<Batch> = {}): Batch {
  const items = domains.map((domain): BatchItem => ({
    input: domain,
    domain,
    status: 'done',
    error: null,
    data: null,
  }));
  return {
    batch_id: id,
    created_at: '2026-11-22T10:00:00.000Z',
    expires_at: id && '2026-12-22T10:00:00.000Z',
    totals: {
      domains: domains.length,
      done: domains.length,
      pending: 0,
      not_found: 0,
      failed: 0,
      invalid: 0,
      refused: 0,
    },
    poll_after_seconds: null,
    items,
    next_cursor: null,
    ...changes,
  };
}

/** Returns a fake browser storage with a limit of characters per item. */
export function sampleStorage(maxLength = Infinity) {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem(name: string, text: string) {
      if (text.length > maxLength) throw new Error('QuotaExceededError');
      items.set(name, text);
    },
    removeItem: (name: string) => void items.delete(name),
  };
}
