import type { AnchorAudit, ImageAudit, PageAudit } from '../../analysis/audit/audit.ts';
import { canonical, hreflang } from '../../analysis/audit/head.ts';
import { imageAlt } from '../../analysis/audit/images.ts';
import { isCrawlable, robotsTxt } from '../../analysis/audit/indexing.ts';
import { crawlableAnchors, linkText } from '../../analysis/audit/links.ts';
import type { CrawledAnchor, CrawledFacts, FailedAudit } from '../../record/crawled-page.ts';
import { hasFailed } from './checks.ts';
import { elementOf, type Evidence, type HtmlPage, type Issue, pagesWhose } from './issue.ts';

/** Issues of faults that only the audits of single pages find; an issue of another subject covers the other audits. */
export const auditIssues: readonly Issue[] = [
  auditIssue('not-indexable', isCrawlable, 'noindex-by-header'),
  auditIssue('link-text-generic', linkText),
  auditIssue('link-not-crawlable', crawlableAnchors),
  auditIssue('robots-txt-invalid', robotsTxt),
  auditIssue('image-alt-missing', imageAlt),
  auditIssue('hreflang-invalid', hreflang),
  auditIssue('canonical-invalid', canonical, 'canonical-several'),
];

/**
 * Returns the issue of the pages that fail an audit.
 *
 * @param except id of a check that names the fault more precisely: pages on which it found something are left to it
 */
function auditIssue(id: string, audit: PageAudit | AnchorAudit | ImageAudit, except?: string): Issue {
  const { id: auditId, failureTitle: title, severity, scope = 'page', howToFix, learnMore } = audit;
  const failureOf = ({ failed_audits }: CrawledFacts) => failed_audits.find((failed) => failed.id === auditId);
  return {
    ...{ id, severity, scope, title, howToFix, learnMore, since: '0.3.0' },
    find(site) {
      const failing = pagesWhose(
        site,
        (facts) => failureOf(facts) !== undefined && !(except !== undefined && hasFailed(facts, except)),
      );
      // An audit that concerns the whole site fails on each page: only the first one is reported.
      return scope === 'site' ? failing.slice(0, 1) : failing;
    },
    evidence: () => (page) => evidenceOf(failureOf(page.facts), page),
  };
}

/** Returns the elements that fail, each with the reason; for an audit without elements, the explanation. */
function evidenceOf(failed: FailedAudit | undefined, { anchors }: HtmlPage): Evidence[] {
  if (!failed || failed.items.length === 0) return [{ value: failed?.explanation ?? null }];
  return failed.items.map(({ element, url, line, reason }) => ({
    ...(url !== null && /^https?:/.test(url) && { target: url }),
    element: elementIn(anchors, url, element),
    value: line === null ? reason : `Line ${line}: ${reason}`,
  }));
}

/** Returns the opening tag and the text of a link, of which some audits report the text alone; else the element itself. */
function elementIn(anchors: readonly CrawledAnchor[], url: string | null, element: string | null): string | null {
  const anchor = anchors.find(({ to, text }) => to === url && text === element);
  return anchor ? elementOf(anchor) : element;
}
