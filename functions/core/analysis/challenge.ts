import type { ServedPage } from '../platform/network/http-client.ts';
import type { Page } from '../record/record.ts';
import { withoutEnd } from '../platform/text/trim.ts';

/** Response headers of firewalls that answer instead of the site. */
const HEADERS: Record<string, RegExp> = {
  // https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
  'cf-mitigated': /^challenge$/i,
  // https://docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-how-it-works.html
  'x-amzn-waf-action': /^(?:challenge|captcha)$/i,
  'x-vercel-mitigated': /^challenge$/i,
  'sg-captcha': /^challenge$/i,
};

/** Texts that only challenge pages contain: of Cloudflare, AWS WAF, DataDome, Imperva, PerimeterX, Sucuri, Anubis. */
const MARKS = [
  '_cf_chl_opt',
  'awswafintegration',
  'captcha-delivery.com',
  '_incapsula_resource',
  'px-captcha',
  'sucuri_cloudproxy_js',
  'anubis_challenge',
];

/** Complete titles of such pages, lower case and without final dots. */
const TITLES = new Set([
  'just a moment',
  'nur einen moment',
  'un instant',
  'un momento',
  'um momento',
  'しばらくお待ちください',
  '请稍候',
  '請稍候',
  'checking your browser',
  'one moment, please',
  'please wait... | cloudflare',
  'ddos-guard',
  'pardon our interruption',
  'verify you are human',
  'human verification',
  'are you a robot?',
  'robot or human?',
  "making sure you're not a bot!",
  'vercel security checkpoint',
  'robot challenge screen',
  '安全验证',
  '百度安全验证',
  '访问验证',
  '人机验证',
]);
/** Beginnings of titles that continue with the name of the site or a number. */
const TITLE_STARTS = ['attention required! | cloudflare', 'checking your browser before', 'ddos protection by'];

/** Number of bytes of the body in which the texts are searched; challenge pages are shorter. */
const SEARCHED_BYTES = 100_000;
/** A page with more words than this has content of its own: it may contain a firewall's script or such a title. */
const MAX_WORDS = 150;
const MAX_LINKS = 10;

/** Visible facts of a page. */
type ShownFacts = Pick<Page, 'title' | 'word_count'> & { links: Pick<Page['links'], 'total'> };

/**
 * Returns whether a page is a bot challenge or captcha that a firewall shows instead of the site's own page.
 *
 * @param page facts of the page
 */
export function isChallenge(served: Pick<ServedPage, 'headers' | 'body'>, page: ShownFacts): boolean {
  if (hasChallengeHeader(served.headers)) return true;
  if (page.word_count > MAX_WORDS || page.links.total > MAX_LINKS) return false;
  return hasChallengeTitle(page.title) || hasMark(served.body);
}

/** Returns whether a response has a header with which firewalls mark a challenge. */
export function hasChallengeHeader(headers: ServedPage['headers']): boolean {
  return headers.some(([name, value]) => HEADERS[name]?.test(value.trim()));
}

/** Returns whether the title of a page is one of firewalls' challenges. */
export function hasChallengeTitle(title: string | null): boolean {
  const text = (title ?? '').normalize('NFKC').toLowerCase().trim();
  return TITLES.has(withoutEnd(text, '.')) || TITLE_STARTS.some((start) => text.startsWith(start));
}

function hasMark(body: Uint8Array[]): boolean {
  const start = Buffer.concat(body).subarray(0, SEARCHED_BYTES).toString('latin1').toLowerCase();
  return MARKS.some((mark) => start.includes(mark));
}
