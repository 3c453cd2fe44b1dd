import type { SeoAudit } from '../audit/audit.ts';
import { canonical } from '../audit/canonical.ts';
import { crawlableAnchors } from '../audit/crawlable-anchors.ts';
import { documentTitle } from '../audit/document-title.ts';
import { hreflang } from '../audit/hreflang.ts';
import { httpStatusCode } from '../audit/http-status-code.ts';
import { imageAlt } from '../audit/image-alt.ts';
import { isCrawlable } from '../audit/is-crawlable.ts';
import { linkText } from '../audit/link-text.ts';
import { metaDescription } from '../audit/meta-description.ts';
import { robotsTxt } from '../audit/robots-txt.ts';
import type { Issue, Severity } from './issue.ts';
import { htmlPages, isClientError, isServerError } from './parts/answers.ts';

const LIGHTHOUSE = 'https://developer.chrome.com/docs/lighthouse/seo';
const AXE = 'https://dequeuniversity.com/rules/axe/4.13';

/** The audits of single pages, as issues under the same ids. Their rules are those that the audits link. */
export const auditIssues: readonly Issue[] = [
  issueOf(isCrawlable, 'notice', `${LIGHTHOUSE}/is-crawlable/`, 'Remove noindex if the page should be found.'),
  issueOf(documentTitle, 'error', `${AXE}/document-title`, 'Give the page a <title> that says what it is about.'),
  issueOf(
    metaDescription,
    'warning',
    `${LIGHTHOUSE}/meta-description/`,
    'Give the page a meta description that says what visitors find there.',
  ),
  {
    ...issueOf(httpStatusCode, 'error', `${LIGHTHOUSE}/http-status-code/`, 'Let the server answer with status 200.'),
    // What fails it was not read.
    find: ({ pages }) => pages.filter((page) => isClientError(page) || isServerError(page)),
  },
  issueOf(linkText, 'notice', `${LIGHTHOUSE}/link-text/`, 'Say in the text of each link where it leads.'),
  issueOf(
    crawlableAnchors,
    'warning',
    'https://support.google.com/webmasters/answer/9112205',
    'Give each link an href with an address that a crawler can ask for.',
  ),
  ofFirstPage(
    issueOf(
      robotsTxt,
      'error',
      `${LIGHTHOUSE}/invalid-robots-txt/`,
      'Correct the lines of robots.txt that crawlers cannot read, or the error that it answers with.',
    ),
  ),
  issueOf(imageAlt, 'warning', `${AXE}/image-alt`, 'Describe each image in its alt; leave it empty for decoration.'),
  issueOf(
    hreflang,
    'error',
    `${LIGHTHOUSE}/hreflang/`,
    'Use a known language code and an absolute address in each hreflang link.',
  ),
  issueOf(
    canonical,
    'error',
    `${LIGHTHOUSE}/canonical/`,
    'Name one canonical page with an absolute address, and not the home page in place of this one.',
  ),
];

function issueOf(
  { id, failureTitle }: Pick<SeoAudit, 'id' | 'failureTitle'>,
  severity: Severity,
  learnMore: string,
  howToFix: string,
): Issue {
  return {
    id,
    severity,
    scope: 'page',
    title: failureTitle,
    howToFix,
    learnMore,
    find: (site) => htmlPages(site).filter(({ facts }) => facts.failed_audits.includes(id)),
  };
}

/** Of what is one file for all pages, which each of them fails: the first stands for all. */
function ofFirstPage(issue: Issue): Issue {
  return { ...issue, scope: 'site', find: (site) => [...issue.find(site)].slice(0, 1) };
}
