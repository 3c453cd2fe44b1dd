import type { Charset } from '../page/decode.ts';
import { displayWidth } from '../../text/text.ts';
import type { Audit, Page } from '../../record/record.ts';

type ExtraCheck = Audit['extra_checks'][number];
type Status = ExtraCheck['status'];

/** What the checks need beside the page section. */
export interface ExtraFacts {
  charset: Charset;
  /** Longest `alt` text of an image, in characters; null without images that have one. */
  longestAlt: number | null;
  /** Links whose Chinese text does not say where they lead. */
  genericChineseLinks: number;
  /** Links with Chinese text. */
  chineseLinks: number;
}

/**
 * Checks beside the Lighthouse-compatible score. Thresholds are this project's own, but for these:
 *
 * @see https://web.dev/articles/ttfb (ttfb: good up to 800 ms, poor above 1,800 ms)
 * @see https://dequeuniversity.com/rules/axe/4.13/meta-viewport (viewport)
 * @see https://developer.chrome.com/docs/lighthouse/pwa/is-on-https/ (https)
 * @see https://developer.chrome.com/docs/lighthouse/best-practices/charset/ (charset-declared)
 * @returns the checks in their order; lengths are display columns
 */
export function extraChecks(page: Page, facts: ExtraFacts): ExtraCheck[] {
  const title = page.title ? displayWidth(page.title) : null;
  const description = page.meta_description ? displayWidth(page.meta_description) : null;
  const canonicalCount = page.canonical === null ? 'warn' : 'pass';
  return [
    check('title-length', title === null ? 'fail' : within(title, 20, 60), title, 'columns', '20 to 60'),
    check(
      'meta-description-length',
      description === null ? 'fail' : within(description, 80, 160),
      description,
      'columns',
      '80 to 160',
    ),
    check('word-count', page.word_count >= 200 ? 'pass' : 'warn', page.word_count, 'words', 'at least 200'),
    check('ttfb', upTo(page.ttfb_ms, 800, 1800), page.ttfb_ms, 'ms', 'at most 800'),
    check('link-count', page.links.total <= 100 ? 'pass' : 'warn', page.links.total, 'links', 'at most 100'),
    check(
      'alt-length',
      facts.longestAlt === null ? 'not_applicable' : facts.longestAlt <= 100 ? 'pass' : 'warn',
      facts.longestAlt,
      'characters',
      'at most 100',
    ),
    check('single-h1', page.headings.h1 === 1 ? 'pass' : 'warn', page.headings.h1, 'h1 elements', 'exactly 1'),
    check('viewport', viewportStatus(page.viewport), page.viewport, null, 'width=device-width, zooming allowed'),
    check('https', isHttps(page) ? 'pass' : 'fail', isHttps(page), null, 'the page is served over https'),
    check('html-size', upTo(page.html_bytes, 500_000, 2_000_000), page.html_bytes, 'bytes', 'at most 500000'),
    check(
      'generic-link-text-zh',
      facts.chineseLinks === 0 ? 'not_applicable' : facts.genericChineseLinks === 0 ? 'pass' : 'warn',
      facts.genericChineseLinks,
      'links',
      'no link text such as 点击这里',
    ),
    check('canonical-present', canonicalCount, page.canonical !== null, null, 'a canonical link'),
    check(
      'charset-declared',
      facts.charset.declared ? 'pass' : 'warn',
      facts.charset.declared,
      null,
      'byte order mark, Content-Type or meta charset',
    ),
  ];
}

function check(
  id: string,
  status: Status,
  value: ExtraCheck['value'],
  unit: string | null,
  threshold: string,
): ExtraCheck {
  return { id, status, value, unit, threshold };
}

function within(value: number, least: number, most: number): Status {
  return value >= least && value <= most ? 'pass' : 'warn';
}

function upTo(value: number, good: number, bad: number): Status {
  return value <= good ? 'pass' : value <= bad ? 'warn' : 'fail';
}

/** A page that cannot be zoomed is passable, one without a viewport is not made for phones. */
function viewportStatus(viewport: string | null): Status {
  if (viewport === null || !/(?:^|[,;\s])(?:width|initial-scale)\s*=/i.test(viewport)) return 'fail';
  return /user-scalable\s*=\s*(?:no|0)|maximum-scale\s*=\s*(?:0|1(?:\.0*)?)\s*(?:[,;]|$)/i.test(viewport)
    ? 'warn'
    : 'pass';
}

function isHttps(page: Page): boolean {
  return page.final_url.startsWith('https:');
}
