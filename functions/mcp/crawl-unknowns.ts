import type { SiteAnswer, Unread } from '../core/record/site-schema.ts';
import { dependence } from '../core/site-reports/issues/dependence.computed.ts';
import type { Dependence } from '../core/site-reports/issues/issue.ts';
import { isNothingRead } from '../core/site-reports/nothing-read.ts';

export const NOTHING_READ = 'no page could be read or reported, so that health, site score and issues are unknown';

/** Returns sentences about what the crawl did not look at. */
export function incompleteness({
  complete,
  stop_reason: reason,
  skipped,
  scope,
}: Pick<SiteAnswer, 'complete' | 'stop_reason' | 'skipped' | 'scope'>): string[] {
  const isPart = isListed(scope) || scope.depth !== null || scope.include.length + scope.exclude.length > 0;
  const isUnread = skipped?.some((each) => each.reason === 'sitemap_unread');
  const unstopped = isUnread ? 'a sitemap could not be read' : 'too many addresses';
  return [
    ...(complete ? [] : [`The crawl is not complete (${reason ?? unstopped}): there may be more.`]),
    ...(isPart ? ['The crawl covers only a part of the site.'] : []),
  ];
}

type ReasonUnknown = (answer: SiteAnswer) => string | false | null;

const isListed = ({ urls_total, sitemaps_total }: SiteAnswer['scope']) => urls_total + sitemaps_total > 0;
const followsNoLinks: ReasonUnknown = ({ scope }) =>
  isListed(scope) && 'the crawl requested only listed addresses, without following links';
const isUnread =
  (what: Unread, reason: string): ReasonUnknown =>
  ({ unread }) =>
    unread!.includes(what) && reason;

/** Targets that a crawl requests besides its pages. */
const TARGETS = { external: 'external links', resources: 'resources' } as const;

const checksNone =
  (kind: keyof typeof TARGETS): ReasonUnknown =>
  ({ [kind]: counts }) => {
    if (counts === null) return `the crawl did not check ${TARGETS[kind]}`;
    return counts.total > 0 && counts.unchecked === counts.total && `none of the ${TARGETS[kind]} could be checked`;
  };

/** Why a crawl that reports no page with an issue does not know it, by what the issue depends on. */
const reasonsUnknown: Partial<Record<Dependence, ReasonUnknown>> = {
  target: followsNoLinks,
  links: (answer) =>
    followsNoLinks(answer) ||
    isUnread('links', 'a page has more links than are known')(answer) ||
    (answer.skipped!.some(({ reason }) => reason === 'too_deep') && 'the crawl has a limit of clicks'),
  skipped_links: isUnread('skipped_links', 'addresses were not requested, which may link to pages'),
  hidden_links: isUnread('hidden_links', 'there may be links that the crawl does not know'),
  texts: isUnread('texts', 'not all similar texts were compared'),
  sitemaps: isUnread('sitemaps', 'no sitemap was found, or a file of one could not be read'),
  external: checksNone('external'),
  resources: checksNone('resources'),
};

/** Returns why a crawl without an issue does not show whether the site has it; `null`: it does, at the pages that it read. */
export function reasonUnknown(id: string, answer: SiteAnswer): string | null {
  if (answer.finished_at === null) return null;
  if (isNothingRead(answer)) return NOTHING_READ;
  for (const on of dependence[id] ?? []) {
    const reason = reasonsUnknown[on]?.(answer);
    if (reason) return reason;
  }
  return null;
}

/** Returns sentences about the targets that an issue concerns and that the crawl did not check. */
export function uncheckedTargets(id: string, answer: SiteAnswer): string[] {
  const kinds = (dependence[id] ?? []).filter((on) => on === 'external' || on === 'resources');
  return kinds.flatMap((kind) => {
    const { total = 0, unchecked = 0, truncated = false } = answer[kind] ?? {};
    return [
      ...(unchecked > 0 ? [`Of ${total} ${TARGETS[kind]}, ${unchecked} could not be checked.`] : []),
      ...(truncated ? [`There are more ${TARGETS[kind]} than were checked.`] : []),
    ];
  });
}
