import type { Charset } from '../page/decode.ts';
import { displayWidth } from '../../platform/text/text.ts';
import type { Audit, Page } from '../../record/record.ts';
import { COLUMNS, HTML_BYTES, MIN_WORDS, TTFB_MS } from './limits.ts';

type ExtraCheck = Audit['extra_checks'][number];
type Status = ExtraCheck['status'];

/** Facts that the checks need in addition to the page section. */
export interface ExtraFacts {
  charset: Charset;
  /** Longest `alt` text of an image, in characters; null if no image has one. */
  longestAlt: number | null;
  /** Links whose Chinese text does not describe their target. */
  genericChineseLinks: number;
  /** Links with Chinese text. */
  chineseLinks: number;
}

interface Check extends Pick<ExtraCheck, 'id' | 'unit' | 'threshold'> {
  /** @returns the status and the value that was checked */
  evaluate: (page: Page, facts: ExtraFacts) => [Status, ExtraCheck['value']];
}

/** In the order of answers. Thresholds without a source are this project's own; lengths are display columns. */
const CHECKS: readonly Check[] = [
  {
    id: 'title-length',
    unit: 'columns',
    threshold: `${COLUMNS.title.min} to ${COLUMNS.title.max}`,
    evaluate: ({ title }) => columns(title, COLUMNS.title),
  },
  {
    id: 'meta-description-length',
    unit: 'columns',
    threshold: `${COLUMNS.meta_description.min} to ${COLUMNS.meta_description.max}`,
    evaluate: ({ meta_description }) => columns(meta_description, COLUMNS.meta_description),
  },
  {
    id: 'word-count',
    unit: 'words',
    threshold: `at least ${MIN_WORDS}`,
    evaluate: ({ word_count }) => [passOrWarn(word_count >= MIN_WORDS), word_count],
  },
  {
    id: 'ttfb',
    unit: 'ms',
    threshold: `at most ${TTFB_MS.good}`,
    evaluate: ({ ttfb_ms }) => atMost(ttfb_ms, TTFB_MS.good, TTFB_MS.poor),
  },
  {
    id: 'link-count',
    unit: 'links',
    threshold: 'at most 100',
    evaluate: ({ links }) => [passOrWarn(links.total <= 100), links.total],
  },
  {
    id: 'alt-length',
    unit: 'characters',
    threshold: 'at most 100',
    evaluate: (_, { longestAlt }) => [
      longestAlt === null ? 'not_applicable' : passOrWarn(longestAlt <= 100),
      longestAlt,
    ],
  },
  {
    id: 'single-h1',
    unit: 'h1 elements',
    threshold: 'exactly 1',
    evaluate: ({ headings }) => [passOrWarn(headings.h1 === 1), headings.h1],
  },
  /** https://dequeuniversity.com/rules/axe/4.13/meta-viewport */
  {
    id: 'viewport',
    unit: null,
    threshold: 'width=device-width, zooming allowed',
    evaluate: ({ viewport }) => [viewportStatus(viewport), viewport],
  },
  /** https://developer.chrome.com/docs/lighthouse/pwa/is-on-https/ */
  {
    id: 'https',
    unit: null,
    threshold: 'the page is served over https',
    evaluate({ final_url }) {
      const isHttps = final_url.startsWith('https:');
      return [isHttps ? 'pass' : 'fail', isHttps];
    },
  },
  {
    id: 'html-size',
    unit: 'bytes',
    threshold: `at most ${HTML_BYTES.good}`,
    evaluate: ({ html_bytes }) => atMost(html_bytes, HTML_BYTES.good, HTML_BYTES.max),
  },
  {
    id: 'generic-link-text-zh',
    unit: 'links',
    threshold: 'no link text such as 点击这里',
    evaluate: (_, { chineseLinks, genericChineseLinks: generic }) => [
      chineseLinks === 0 ? 'not_applicable' : passOrWarn(generic === 0),
      generic,
    ],
  },
  {
    id: 'canonical-present',
    unit: null,
    threshold: 'a canonical link',
    evaluate: ({ canonical }) => [passOrWarn(canonical !== null), canonical !== null],
  },
  /** https://developer.chrome.com/docs/lighthouse/best-practices/charset/ */
  {
    id: 'charset-declared',
    unit: null,
    threshold: 'byte order mark, Content-Type or meta charset',
    evaluate: (_, { charset }) => [passOrWarn(charset.declared), charset.declared],
  },
];

/** Runs the checks that are not part of the Lighthouse-compatible score. */
export function extraChecks(page: Page, facts: ExtraFacts): ExtraCheck[] {
  return CHECKS.map(({ id, unit, threshold, evaluate }) => {
    const [status, value] = evaluate(page, facts);
    return { id, status, value, unit, threshold };
  });
}

function passOrWarn(isGood: boolean): Status {
  return isGood ? 'pass' : 'warn';
}

/** Checks the width of a required text, in display columns. */
function columns(text: string | null, { min, max }: { min: number; max: number }): [Status, number | null] {
  if (!text) return ['fail', null];
  const width = displayWidth(text);
  return [passOrWarn(width >= min && width <= max), width];
}

function atMost(value: number, good: number, bad: number): [Status, number] {
  return [value <= good ? 'pass' : value <= bad ? 'warn' : 'fail', value];
}

/** Returns the status of a viewport: a warning if the page cannot be zoomed, a failure if there is no viewport. */
function viewportStatus(viewport: string | null): Status {
  if (viewport === null || !/(?:^|[,;\s])(?:width|initial-scale)\s*=/i.test(viewport)) return 'fail';
  return passOrWarn(!/user-scalable\s*=\s*(?:no|0)|maximum-scale\s*=\s*(?:0|1(?:\.0*)?)\s*(?:[,;]|$)/i.test(viewport));
}
