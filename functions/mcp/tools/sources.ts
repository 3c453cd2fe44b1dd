import type { SourceReport } from '../../core/record/record.ts';

/** Who said what, in few words. */
export interface ShortSource {
  id: string;
  status: string;
  fetched_at: string | null;
  /** Code; absent: there was none. */
  error?: string;
}

export function shortSources(sources: SourceReport[]): ShortSource[] {
  return sources.map(({ id, status, fetched_at, error }) => ({
    id,
    status,
    fetched_at,
    ...(error && { error: error.code }),
  }));
}

/** Paths of what {@link shortSources} gives. */
export const ownOfSources = ['sources.id', 'sources.status', 'sources.error'];
