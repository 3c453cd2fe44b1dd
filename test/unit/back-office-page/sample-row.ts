import type { DomainRow } from '../../../functions/back-office/contract.ts';

/** Returns a fetched domain of the list without known values. */
export function sampleRow(name: string, metrics: Partial<DomainRow> = {}): DomainRow {
  return {
    domain: name,
    domain_unicode: name,
    updated_at: '2026-11-23T08:00:00.000Z',
    seo_score: null,
    score_of: null,
    score_error: null,
    tranco_rank: null,
    organic_etv: null,
    tls_valid_to: null,
    registration_expires_at: null,
    past: [],
    year: null,
    excluded: false,
    failed_sources: 0,
    site: null,
    tags: [],
    followed: false,
    blocked: false,
    ...metrics,
  };
}
