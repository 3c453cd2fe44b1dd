import { fillIn } from '../../platform/http/message.ts';
import { truncate } from '../../platform/text/text.ts';
import { ROBOTS_FAULTS } from '../robots/robots-txt.ts';
import type { AuditItem, Explanation, Verdict } from './audit.ts';
import { ITEM_REASONS } from './item-reasons.ts';

/** Explanations of audits and reasons of their items by their stable codes, with which clients can translate them. */
export const MESSAGES = {
  ...ROBOTS_FAULTS,
  no_title: 'There is no <title> element.',
  empty_title: 'The <title> element is empty.',
  no_description: 'The head has no meta description.',
  empty_description: 'The first meta description is empty.',
  page_http_error: 'The page answered with HTTP status {status}.',
  links_fail: '{failed} of {checked} links fail.',
  images_fail: '{failed} of {checked} images fail.',
  no_crawler_allowed: 'Every known crawler is kept from the page.',
  some_crawlers_blocked: 'Some crawlers are kept from the page, though not all: {crawlers}.',
  robots_not_fetched: 'robots.txt could not be fetched.',
  robots_http_error: 'robots.txt answered with HTTP status {status}.',
  robots_no_content: 'robots.txt answered with HTTP status {status} and no content.',
  robots_invalid_line: 'robots.txt has 1 faulty line.',
  robots_invalid_lines: 'robots.txt has {count} faulty lines.',
  invalid_hreflang: 'Some hreflang links are not valid.',
  canonical_invalid: 'The canonical address is not a valid URL: {url}',
  canonical_relative: 'The canonical address is not absolute: {url}',
  canonical_several: 'There are several canonical addresses: {urls}',
  canonical_other_version: 'The canonical address is that of another hreflang version: {url}',
  canonical_home_page: 'The canonical address is the home page instead of this page.',
  meta_element: 'meta element',
  response_header: 'response header',
  robots_txt: 'robots.txt',
  ...ITEM_REASONS,
};

export type AuditMessage = keyof typeof MESSAGES;

/** In characters (code points); meaningful addresses are shorter. */
const MAX_VALUE = 2_000;
/** The beginning is enough to recognize an image inside the markup. */
const MAX_DATA_URL = 100;

/** @returns the explanation of a result, in English and with its code and values */
export function explain(code: AuditMessage, params: Explanation['params'] = {}): Explanation {
  const short = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? shortened(value) : value]),
  );
  return { text: truncate(fillIn(MESSAGES[code], short).text, MAX_VALUE), code, params: short };
}

/** @returns a failure with its explanation */
export function failure(code: AuditMessage, params?: Explanation['params'], items: AuditItem[] = []): Verdict {
  return { status: 'fail', explanation: explain(code, params), items };
}

/** @returns an item of an audit; what is not given is null */
export function auditItem(code: AuditMessage, { url = null, ...details }: Partial<AuditItem> = {}): AuditItem {
  const reason = { reason: MESSAGES[code], reason_code: code };
  return { element: null, url: url && shortened(url), line: null, ...reason, ...details };
}

function shortened(value: string): string {
  return truncate(value, /^data:/i.test(value) ? MAX_DATA_URL : MAX_VALUE);
}
