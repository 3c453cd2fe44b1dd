import { markup } from '../page/anchor.ts';
import { MIN_WORDS } from './limits.ts';
import type { PageRule } from './rule.ts';
import { isErrorText } from './error-texts.ts';

/**
 * Elements in the body from which Lighthouse reports an excessive DOM
 * (https://developer.chrome.com/docs/lighthouse/performance/dom-size/).
 */
const MAX_ELEMENTS = 1_400;
/** Words and links that a page for scripts alone has at most, such as "You need to enable JavaScript". */
const MAX_SHELL_WORDS = 30;
const MAX_SHELL_LINKS = 3;

/** Rules about the structure and the kind of content. */
export const contentRules: readonly PageRule[] = [
  /** axe-core's rule heading-order: the level increases by one, and the first heading may have any level. */
  {
    id: 'heading-level-skipped',
    severity: 'notice',
    title: 'Non-sequential heading levels',
    impact: 'Users of screen readers cannot navigate the outline of the page reliably.',
    howToFix: 'Use the next level after the previous heading, and change the font size with CSS.',
    learnMore: 'https://dequeuniversity.com/rules/axe/4.13/heading-order',
    since: '0.3.0',
    check: ({ markup: { headings } }) =>
      headings.flatMap(({ level, element, text }, index) => {
        const before = headings[index - 1]?.level ?? level;
        if (level <= before + 1) return [];
        return [{ element: markup(element) + text, value: `h${level} after h${before}`, expected: `h${before + 1}` }];
      }),
  },
  {
    id: 'dom-large',
    severity: 'notice',
    title: 'Excessive DOM size',
    impact:
      'A large DOM uses more memory and slows down style calculations and interactions (INP), especially on phones.',
    howToFix: 'Remove unnecessary wrapper elements, and paginate long lists or load them on demand.',
    learnMore: 'https://developer.chrome.com/docs/lighthouse/performance/dom-size/',
    since: '0.3.0',
    check: ({ markup: { elements } }) => (elements > MAX_ELEMENTS ? [{ value: elements, expected: MAX_ELEMENTS }] : []),
  },
  /** Nearly no text and links, a script, and an element into which a framework renders. */
  {
    id: 'javascript-shell',
    severity: 'warning',
    title: 'Content requires JavaScript rendering',
    impact:
      'Crawlers that do not run JavaScript, including most AI crawlers, receive an empty page, and Google indexes it only after rendering.',
    howToFix: 'Render the content on the server, or generate static HTML. This audit does not run JavaScript either.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics',
    since: '0.3.0',
    isOfIndexable: true,
    check({ analysis: { page }, markup: { root, scripts }, served: { truncated } }) {
      const isShell = page.word_count <= MAX_SHELL_WORDS && page.links.total <= MAX_SHELL_LINKS && scripts > 0;
      return isShell && root && !truncated ? [{ element: markup(root), value: `${page.word_count} words` }] : [];
    },
  },
  /** The whole title, a part of it or the h1 is that of an error page, and the page has as little text as one. */
  {
    id: 'soft-404',
    severity: 'error',
    title: 'Soft 404 (error page with status 200)',
    impact: 'Search engines crawl error pages as content, which wastes crawl budget.',
    howToFix: 'Return status 404 or 410 for pages that do not exist, or redirect to the replacement.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors',
    since: '0.3.0',
    isOfIndexable: true,
    check({ analysis: { page } }) {
      if (page.word_count >= MIN_WORDS) return [];
      const title = page.title ?? '';
      const heading = page.h1[0] ?? '';
      if (isErrorText(heading)) return [{ element: '<h1>', value: heading, expected: 'status 404 or 410' }];
      return isErrorText(title) ? [{ element: '<title>', value: title, expected: 'status 404 or 410' }] : [];
    },
  },
];
