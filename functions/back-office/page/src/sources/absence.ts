import type { DomainAnswer, SectionPath, SourceReport } from '../../../../core/record/record.ts';
import type { Translate } from '../language/messages.ts';
import { sourceName } from './names.ts';
import { stateOf } from './source-words.ts';
import { sourceOf } from './source-of.ts';

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
  if (hasAnswered(source) && section !== 'top_keywords')
    return t('record.nothing_of_it', { source: sourceName(source.id, t) });
  return t('record.because', { reason: sourceName(source.id, t) + t('common.colon') + stateOf(source, t) });
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
