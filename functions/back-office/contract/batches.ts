import type { RowError, RowStatus } from '../../core/batches/batch.ts';
import type { SourceReport } from '../../core/record/record.ts';
import { type Entries, typeOnly } from './entry.ts';

export interface NewBatch {
  /** 1 to 1,000 domains or addresses. */
  domains: string[];
  /** Default: false. */
  refresh?: boolean;
  /** Members of `data`; default: all. */
  fields?: string[];
  /** Request paid sources too. Default: false. */
  paid?: boolean;
}

export interface Batch {
  /** `null`: all rows are complete and in this response, and the batch is not stored. */
  batch_id: string | null;
  created_at: string;
  expires_at: string | null;
  totals: { domains: number } & Record<RowStatus, number>;
  /** Whole seconds; `null`: the batch is complete. */
  poll_after_seconds: number | null;
  items: BatchItem[];
  next_cursor: string | null;
}

export interface BatchItem {
  /** As given; `null`: the domain was deleted since. */
  input: string | null;
  /** `null`: the input is no domain. */
  domain: string | null;
  status: RowStatus;
  error: RowError | null;
  /**
   * The requested members of `data` of `/api/v1/seo/query`, with the sources that fill them; `pending`: sources that are
   * still being fetched. `null`: no data.
   */
  data: ({ sources: SourceReport[]; pending: string[] } & Record<string, unknown>) | null;
}

export interface BatchList {
  /** The last 100 of the operators, newest first; stored for 30 days. */
  batches: BatchSummary[];
}

export interface BatchSummary {
  id: string;
  created_at: string;
  /** Number of rows. */
  domains: number;
  /** `reading`: sites are being fetched. `completing`: sources with a rate limit. `null`: nothing is being fetched. */
  stage: 'reading' | 'completing' | null;
}

/**
 * Batches of the owner `operator`, who has no allowance. Parameters, headers and answers are those of
 * `/api/v1/seo/batches`, including CSV.
 */
export const batchContract = {
  batches: { method: 'GET', pattern: 'batches', answer: typeOnly<BatchList>() },
  /** 202, or 200 if all rows are complete. */
  createBatch: { method: 'POST', pattern: 'batches', body: typeOnly<NewBatch>(), answer: typeOnly<Batch>() },
  batch: { method: 'GET', pattern: 'batches/{id}', query: typeOnly<{ cursor?: string }>(), answer: typeOnly<Batch>() },
  cancelBatch: { method: 'DELETE', pattern: 'batches/{id}', answer: typeOnly<Batch>() },
} as const satisfies Entries;
