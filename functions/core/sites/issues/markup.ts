import type { SeoAudit } from '../../analysis/audit/audit.ts';
import { SEO_AUDITS } from '../../analysis/audit/index.ts';
import { type Issue, isClientError, isServerError, pagesWhose } from './issue.ts';

/** What the markup of single pages shows. */
export const markupIssues: readonly Issue[] = [
  /** The root element has no `lang`, or an empty one: screen readers need it. */
  {
    id: 'lang-missing',
    severity: 'warning',
    scope: 'page',
    title: 'The page does not say in which language it is',
    howToFix: 'Name the language in the lang attribute of <html>, such as lang="en".',
    learnMore: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Global_attributes/lang',
    find: (site) => pagesWhose(site, ({ lang }) => (lang ?? '').trim() === ''),
  },
  /** A JSON-LD block that is not JSON. */
  {
    id: 'structured-data-invalid',
    severity: 'warning',
    scope: 'page',
    title: 'Structured data of the page cannot be read',
    howToFix: 'Correct the JSON in the elements <script type="application/ld+json">.',
    learnMore: 'https://developers.google.com/search/docs/appearance/structured-data/intro-structured-data',
    find: (site) => pagesWhose(site, ({ structured_data_errors }) => structured_data_errors > 0),
  },
  ...SEO_AUDITS.map(issueOf),
];

/** The issue of a page's audit, under the same id. */
function issueOf({ id, failureTitle: title, severity, scope = 'page', howToFix, learnMore }: SeoAudit): Issue {
  const failing: Issue['find'] =
    id === 'http-status-code'
      ? // What fails it was not read.
        ({ pages }) => pages.filter((page) => isClientError(page) || isServerError(page))
      : (site) => pagesWhose(site, ({ failed_audits }) => failed_audits.includes(id));
  // What concerns the whole site fails on each page: the first stands for all.
  const find: Issue['find'] = scope === 'site' ? (site) => [...failing(site)].slice(0, 1) : failing;
  return { id, severity, scope, title, howToFix, learnMore, find };
}
