import type { Source, SourceAnswer, SourceContext } from '../sources/source.ts';
import type { DomainRecord, Sections, SourceReport, SourceStatus } from './record.ts';

/** The source said something of the domain, if only that there is nothing. */
const ANSWERED: SourceStatus[] = ['ok', 'empty', 'partial'];
const FOUND: SourceStatus[] = ['ok', 'partial'];
/** Nothing better will come from asking again. */
const SETTLED: SourceStatus[] = ['ok', 'empty', 'not_configured', 'unsupported', 'skipped'];

const NO_SECTIONS: Sections = {
  seo_score: null,
  audit: null,
  page: null,
  robots_txt: null,
  sitemap: null,
  dns: null,
  tls: null,
  registration: null,
  popularity: null,
  archive: null,
  common_crawl: null,
  performance: null,
  organic: null,
  paid: null,
  top_keywords: null,
};

/** A record as just put together. */
export interface Collected {
  record: DomainRecord;
  /** Some source answered, if only that it knows nothing. */
  answered: boolean;
  /** Some source found what shows that there is such a domain. */
  found: boolean;
}

/**
 * Asks all sources side by side and puts the record together. A source that fails keeps its section of `previous`,
 * marked `from_cache`: a failure never erases data.
 */
export async function collectRecord(
  domain: string,
  previous: DomainRecord | null,
  sources: Source[],
  context: SourceContext,
): Promise<Collected> {
  const answers = await Promise.all(sources.map((source) => timedAsk(source, domain, context)));
  const sections = { ...NO_SECTIONS };
  const reports = answers.map(({ source, answer, durationMs }) => {
    const kept = ANSWERED.includes(answer.status) ? null : keptReport(source, previous);
    Object.assign(sections, kept ? pick(previous!, source.fields) : answer.sections);
    return reportOf(source, answer, durationMs, kept, context.now());
  });
  return {
    record: { complete: reports.every(({ status }) => SETTLED.includes(status)), ...sections, sources: reports },
    answered: answers.some(({ answer }) => ANSWERED.includes(answer.status)),
    found: answers.some(({ source, answer }) => source.isEvidence && FOUND.includes(answer.status)),
  };
}

async function timedAsk(source: Source, domain: string, context: SourceContext) {
  const started = performance.now();
  const answer = await askWithin(source, domain, context);
  return { source, answer, durationMs: Math.round(performance.now() - started) };
}

async function askWithin(source: Source, domain: string, context: SourceContext): Promise<SourceAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<SourceAnswer>((resolve) => {
    const error = { code: 'timeout', message: 'The source took too long', retryable: true };
    timer = setTimeout(() => resolve({ status: 'timeout', error }), source.timeoutMs);
  });
  try {
    return await Promise.race([source.ask(domain, context), timeout]);
  } catch (error) {
    console.error(JSON.stringify({ level: 'ERROR', source: source.id, domain, stack: (error as Error).stack }));
    return { status: 'error', error: { code: 'internal', message: 'The source could not be read', retryable: true } };
  } finally {
    clearTimeout(timer);
  }
}

/** The earlier report of a source whose values are worth keeping. */
function keptReport(source: Source, previous: DomainRecord | null): SourceReport | null {
  const report = previous?.sources.find(({ id }) => id === source.id);
  return report?.fetched_at ? report : null;
}

function pick(record: DomainRecord, fields: (keyof Sections)[]): Partial<Sections> {
  return Object.fromEntries(fields.map((field) => [field, record[field]]));
}

function reportOf(
  source: Source,
  answer: SourceAnswer,
  durationMs: number,
  kept: SourceReport | null,
  now: number,
): SourceReport {
  const answered = ANSWERED.includes(answer.status);
  const asked = answer.status !== 'not_configured';
  return {
    id: source.id,
    status: answer.status,
    fields: source.fields,
    fetched_at: answered ? new Date(now).toISOString() : (kept?.fetched_at ?? null),
    from_cache: kept !== null,
    http_status: answer.http_status ?? null,
    duration_ms: asked ? durationMs : null,
    error: answer.error ?? null,
    attribution: source.attribution,
  };
}
