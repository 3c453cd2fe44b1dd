import { hasFailed } from '../../../../core/record/record-row.ts';
import type { DomainAnswer, SectionPath, SourceReport } from '../../../../core/record/record.ts';
import type { Format } from '../language/format.ts';
import { describeFailure, type Translate } from '../language/messages.ts';

/** The name of a source; the id of one that the page does not know. */
export function sourceName(id: string, t: Translate): string {
  const key = `sources.names.${id}`;
  return t.has(key) ? t(key) : id;
}

/** The name of a section of the record, by its path. */
export function sectionName(path: string, t: Translate): string {
  const key = `record.sections.${path}`;
  return t.has(key) ? t(key) : path;
}

/** The source that fills a section. */
export function sourceOf(section: SectionPath, sources: readonly SourceReport[]): SourceReport | undefined {
  return sources.find(({ fields }) => fields.includes(section));
}

type Report = Pick<SourceReport, 'status' | 'error' | 'from_cache' | 'fetched_at'>;

export interface SourceWords {
  t: Translate;
  format: Format;
}

/** The state of a source, with its error, such as `Failed, HTTP 503`. */
export function stateOf({ status, error }: Report, t: Translate): string {
  const state = t(`sources.statuses.${status}`);
  return error ? state + t('common.comma') + describeFailure(error, t) : state;
}

/** What is stated beside a source's values: that its last request failed, or that they are old. `null`: nothing. */
export function noteOf(report: Report, { t, format }: SourceWords): string | null {
  const { from_cache, fetched_at, status } = report;
  const state = stateOf(report, t);
  if (from_cache && fetched_at !== null) {
    const time = format.time(fetched_at);
    const isAnswer = report.error === null && (status === 'ok' || status === 'empty');
    return isAnswer ? t('sources.values_of', { time }) : t('sources.kept', { state, time });
  }
  if (!hasFailed(report)) return null;
  return t(status === 'partial' ? 'sources.partly' : 'sources.nothing', { state });
}

/** A short note beside a single value: its time, and the error since. `null`: it is of the last request. */
export function markOf(report: Report, { t, format }: SourceWords): string | null {
  const { from_cache, fetched_at, error } = report;
  if (!from_cache || fetched_at === null) return null;
  const since = t('sources.of', { time: format.time(fetched_at) });
  return error ? `${since} · ${describeFailure(error, t)}` : since;
}

type Evidence = Pick<DomainAnswer, 'sources' | 'robots_txt' | 'sitemap'>;

/** Members that are null where the page, or the file, has none, by path. */
export const NONE_IF_READ = new Set([
  'page.content_type',
  'page.lang',
  'page.title',
  'page.title_length',
  'page.meta_description',
  'page.meta_description_length',
  'page.meta_robots',
  'page.x_robots_tag',
  'page.canonical',
  'page.viewport',
  'tls.error',
]);

/** The same of each agent and header; a page over http has no mixed content. */
const MEMBERS_OF_EACH =
  /^(?:robots_txt\.agents\..*\.crawl_delay_seconds|ai_access\.agents\..*\.rule|security_headers\.(?:\w+\.value|mixed_content))$/;

/** Why a section is null: its source has nothing of the domain, or it is not known, with the reason. */
export function describeAbsence(section: SectionPath, sources: readonly SourceReport[], t: Translate): string {
  const source = sourceOf(section, sources);
  if (!source) return t('record.because', { reason: t('record.no_source') });
  if (isNothingOfIt(section, sources)) return t('record.nothing_of_it', { source: sourceName(source.id, t) });
  return t('record.because', { reason: sourceName(source.id, t) + t('common.colon') + stateOf(source, t) });
}

/** Whether the source of a section that is null has nothing of the domain. */
export function isNothingOfIt(section: SectionPath, sources: readonly SourceReport[]): boolean {
  const source = sourceOf(section, sources);
  return source !== undefined && hasAnswered(source) && section !== 'top_keywords';
}

/**
 * Whether a member that is null was measured: the site has none. Otherwise it is not known.
 *
 * @param path of the member, such as `page.title` or `robots_txt.agents.GPTBot.crawl_delay_seconds`
 */
export function isNone(path: string, { sources, robots_txt, sitemap }: Evidence): boolean {
  if (NONE_IF_READ.has(path) || MEMBERS_OF_EACH.test(path)) return true;
  if (path === 'robots_txt.valid') return robots_txt?.http_status != null;
  if (path === 'sitemap.last_modified') return sitemap?.truncated === false;
  if (path.startsWith('sitemap.')) return sitemap?.found === false;
  if (path !== 'dns.dmarc_policy') return false;
  const dns = sourceOf('dns', sources);
  return dns !== undefined && hasAnswered(dns);
}

function hasAnswered({ status, error }: SourceReport): boolean {
  return error === null && (status === 'ok' || status === 'empty');
}
