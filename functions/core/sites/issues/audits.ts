import type { AnchorAudit, ImageAudit, PageAudit } from '../../analysis/audit/audit.ts';
import { canonical, hreflang } from '../../analysis/audit/head.ts';
import { imageAlt } from '../../analysis/audit/images.ts';
import { isCrawlable, robotsTxt } from '../../analysis/audit/indexing.ts';
import { crawlableAnchors, linkText } from '../../analysis/audit/links.ts';
import type { CrawledAnchor, CrawledFacts, FailedAudit } from '../../record/crawled-page.ts';
import type { Site } from '../graph/site.ts';
import { hasFailed } from './checks.ts';
import { homePage } from './indexability.ts';
import { elementOf, type Evidence, type HtmlPage, type Issue, pagesWhose } from './issue.ts';

/** Issues of faults that only the audits of single pages find; an issue of another subject covers the other audits. */
export const auditIssues: readonly Issue[] = [
  auditIssue(isCrawlable, {
    id: 'not-indexable',
    title: 'Page is blocked from indexing',
    impact: 'The page does not appear in search results.',
    howToFix:
      'Remove the noindex directive if the page should appear in search results; otherwise no change is needed.',
    except: 'noindex-by-header',
    exceptPage: (page, site) => page === homePage(site),
  }),
  auditIssue(linkText, {
    id: 'link-text-generic',
    title: 'Non-descriptive anchor text',
    impact: 'Search engines and users of screen readers cannot determine the topic of the target page from the link.',
    howToFix: 'Replace texts such as "click here" with a short description of the target page.',
  }),
  auditIssue(crawlableAnchors, {
    id: 'link-not-crawlable',
    title: 'Links are not crawlable',
    impact: 'Search engines cannot follow these links and may not discover the target pages.',
    howToFix: 'Use <a> elements with a valid URL in href instead of JavaScript handlers.',
  }),
  auditIssue(robotsTxt, {
    id: 'robots-txt-invalid',
    title: 'robots.txt is not valid',
    impact:
      'Crawlers ignore rules that they cannot parse, and stop crawling the site if the file returns a server error.',
    howToFix: 'Correct the reported lines. The server has to return the file with status 200, or 404 if there is none.',
  }),
  auditIssue(imageAlt, {
    id: 'image-alt-missing',
    title: 'Images without alt text',
    impact: 'Screen readers cannot describe the image, and image search lacks the text that describes it.',
    howToFix: 'Describe the content of each image in its alt attribute; use alt="" for decorative images.',
  }),
  auditIssue(hreflang, {
    id: 'hreflang-invalid',
    title: 'Invalid hreflang annotations',
    impact: 'Search engines ignore invalid annotations, so that users may find the wrong language version.',
    howToFix: 'Use a valid language code, optionally with a region, and an absolute URL in each annotation.',
  }),
  auditIssue(canonical, {
    id: 'canonical-invalid',
    title: 'Invalid canonical URL',
    impact: 'Search engines ignore the canonical URL and choose the URL for the index themselves, or omit the page.',
    howToFix:
      'Set one absolute canonical URL for the content of this page, not that of the home page or of another language.',
    except: 'canonical-several',
  }),
];

interface Definition extends Pick<Issue, 'id' | 'title' | 'impact' | 'howToFix'> {
  /** Id of a check that describes the fault more precisely: pages on which it found something are left to it. */
  except?: string;
  /** Returns whether another issue reports the fault on this page. */
  exceptPage?: (page: HtmlPage, site: Site) => boolean;
}

/** Returns the issue of the pages that fail an audit. */
function auditIssue(audit: PageAudit | AnchorAudit | ImageAudit, { except, exceptPage, ...texts }: Definition): Issue {
  const { id: auditId, severity, scope = 'page', learnMore } = audit;
  const failureOf = ({ failed_audits }: CrawledFacts) => failed_audits.find((failed) => failed.id === auditId);
  return {
    ...{ ...texts, severity, scope, learnMore, since: '0.3.0' },
    find(site) {
      const failing = pagesWhose(
        site,
        (facts) => failureOf(facts) !== undefined && !(except !== undefined && hasFailed(facts, except)),
      ).filter((page) => !exceptPage?.(page, site));
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
