import type { DomainAnswer } from '../../../functions/core/record/record.ts';
import { readCases } from '../../support/cases.ts';

const RECORD = JSON.stringify(readCases('page/record'));
/** Domain and time in that record. */
const [DOMAIN, FETCHED_AT] = ['shop.example', '2026-11-21T10:00:00.000Z'];

/** Returns the record of a small shop: two audits fail, and some sources are unknown. */
export function sampleRecord(domain: string, { updatedAt, score }: { updatedAt: string; score: number }): DomainAnswer {
  const record = JSON.parse(RECORD.replaceAll(DOMAIN, domain).replaceAll(FETCHED_AT, updatedAt)) as DomainAnswer;
  return { ...record, seo_score: score, audit: { ...record.audit!, score } };
}

/** Returns a record after a fetch that returned HTTP 503: its values are those of an earlier fetch. */
export function withoutPage(record: DomainAnswer, earlier: string): DomainAnswer {
  const error = {
    code: 'http_503',
    message: 'The site responded with HTTP status 503 instead of its page',
    retryable: true,
  };
  const failed = { status: 'error' as const, from_cache: true, fetched_at: earlier, http_status: 503, error };
  return { ...record, sources: record.sources.map((one) => (one.id === 'site' ? { ...one, ...failed } : one)) };
}

/** Sections with signals of the site other than its page. */
type Signals = Pick<
  DomainAnswer,
  'host_variants' | 'security_headers' | 'hreflang_cluster' | 'ai_access' | 'ai_policy' | 'performance'
>;

/** Field data of enough visitors. */
export const samplePerformance = () => readCases<Signals['performance']>('page/performance');

/** Sections that a record of an earlier version does not have. */
export const NO_SIGNALS: Signals = {
  host_variants: null,
  security_headers: null,
  hreflang_cluster: null,
  ai_access: { agents: null, llms_txt: null },
  ai_policy: {
    ...{ content_signal: null, content_usage: null, training_preference: null, rsl: null, tdm: null, noai: null },
    ...{ payment: null, contradictions: null },
  },
  performance: { field: null, lab: null },
};

export const MARKUP = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>';
/** Hebrew letters after a direction override that is never closed. */
export const RIGHT_TO_LEFT = '\u202Eשלום שלום';
export const LONG = 'x'.repeat(2_000);

/** Returns sections with hostile or broken texts in every member with text. */
export function hostileSignals(): Signals {
  const texts: Record<string, string> = { '<markup>': MARKUP, '<right-to-left>': RIGHT_TO_LEFT };
  const filled = (_: string, value: unknown) =>
    typeof value === 'string' ? (texts[value] ?? value.replace('<long>', LONG)) : value;
  return JSON.parse(JSON.stringify(readCases('page/hostile-signals')), filled) as Signals;
}
