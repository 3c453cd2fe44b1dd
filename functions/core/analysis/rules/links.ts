import { withoutWww } from '../../platform/names/ascii-host.ts';
import { LONGEST_TEXT } from '../../platform/names/page-address.ts';
import { type Anchor, linkMarkup, markup } from '../page/anchor.ts';
import type { CrawledAnchor } from '../../record/crawled-page.ts';
import { crawlableAnchors, isGenericChinese, isJudged, linkText } from './link-texts.ts';
import { decoded, isForScripts, isFound } from './fragments.ts';
import { elementOf } from './link-element.ts';
import { type AnalysedPage, type Evidence, type HtmlPage, isKept, type PageRule } from './rule.ts';

const ABOUT_HTTPS = 'https://web.dev/articles/enable-https';

/** Rules about links, forms and other addresses in a page. */
export const linkRules: readonly PageRule[] = [
  /** Also Chinese texts, which Lighthouse's audit does not know. */
  {
    id: 'link-text-generic',
    severity: 'notice',
    title: 'Non-descriptive anchor text',
    impact: 'Search engines and users of screen readers cannot determine the topic of the target page from the link.',
    howToFix: 'Replace texts such as "click here" with a short description of the target page.',
    learnMore: 'https://developer.chrome.com/docs/lighthouse/seo/link-text/',
    since: '0.3.0',
    audit: linkText,
    checkAnchor(anchor, { url }) {
      if (!isGenericChinese(anchor.text) || !isJudged(anchor, url)) return null;
      return { target: anchor.href(), element: linkMarkup(anchor), value: anchor.text.trim() };
    },
  },
  {
    id: 'link-not-crawlable',
    severity: 'warning',
    title: 'Links are not crawlable',
    impact: 'Search engines cannot follow these links and may not discover the target pages.',
    howToFix: 'Use <a> elements with a valid URL in href instead of JavaScript handlers.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
    since: '0.3.0',
    audit: crawlableAnchors,
  },
  /** axe-core's rule link-name, for what can be known without styles: hidden links and other roles have other rules. */
  {
    id: 'link-empty',
    severity: 'warning',
    title: 'Links without anchor text',
    impact: 'Search engines have no text that describes the target page, and screen readers read out the URL.',
    howToFix: 'Add text to the link, alt text to its image, or an aria-label to its icon.',
    learnMore: 'https://dequeuniversity.com/rules/axe/4.13/link-name',
    since: '0.3.0',
    check: ({ markup: { unnamed } }) =>
      unnamed
        .values()
        .filter(({ hidden, httpHost, element }) => !hidden && httpHost !== null && !element.attributes.has('role'))
        .map((anchor) => ({
          target: anchor.href(),
          element: markup(anchor.element),
          expected: 'text, alt or aria-label',
        })),
  },
  /**
   * HTML standard, "Scrolling to a fragment". Scripts use other fragments as routes and states (`#/cart`, `#!home`,
   * `#tab=2`) and controls; those are no links to a part of the page.
   */
  {
    id: 'link-fragment-missing',
    severity: 'notice',
    title: 'Broken anchor links (missing fragment)',
    impact: 'A click on the link has no effect, because no element of the target page has this id.',
    howToFix: 'Add the id to the target element, or correct the fragment in the link.',
    learnMore: 'https://html.spec.whatwg.org/multipage/browsing-the-web.html#scrolling-to-a-fragment',
    since: '0.3.0',
    check({ markup: { ids, fragments }, served }) {
      if (!ids || served.truncated) return [];
      const sought = new Set(fragments.values().flatMap(({ fragment }) => [fragment, decoded(fragment)]));
      const found = new Set(ids.filter((id) => sought.has(id)));
      return fragments
        .values()
        .filter(
          ({ fragment, anchor }) =>
            !isFound(fragment, (id) => found.has(id)) && !isForScripts(fragment, anchor.element),
        )
        .map(({ fragment, anchor }) => ({
          element: linkMarkup(anchor),
          value: `#${fragment}`,
          expected: `id="${decoded(fragment)}"`,
        }));
    },
  },
  /** Parameters with which advertising and mail services mark visits that come from them. */
  {
    id: 'link-tracking-parameters',
    severity: 'warning',
    title: 'Internal links with tracking parameters',
    impact: 'Analytics overwrites the original traffic source, and search engines crawl each page at several URLs.',
    howToFix: 'Remove tracking parameters such as utm_source from internal links.',
    learnMore: 'https://support.google.com/analytics/answer/10917952',
    since: '0.3.0',
    checkAnchor(anchor, page) {
      if (!TRACKED.test(anchor.rawHref) || !isOfSite(anchor, page)) return null;
      const target = anchor.href();
      const [address = '', fragment] = target.split('#', 2);
      const [path, query = ''] = address.split(/\?(.*)/s, 2);
      const parameters = query.split('&');
      const names = parameters.map((parameter) => parameter.split('=', 1)[0]!).filter((name) => TRACKING.test(name));
      if (names.length === 0) return null;
      const others = parameters.filter((parameter) => !TRACKING.test(parameter.split('=', 1)[0]!)).join('&');
      const expected = `${path}${others === '' ? '' : `?${others}`}${fragment === undefined ? '' : `#${fragment}`}`;
      return { target, element: linkMarkup(anchor), value: names.join(', '), expected };
    },
  },
  /** Links to the own host are the issue `http-link`. Local addresses are examples of documentation. */
  {
    id: 'link-insecure',
    severity: 'notice',
    title: 'External links over HTTP',
    impact: 'Visitors leave the encrypted connection, and browsers may show a warning.',
    howToFix: 'Change the link to HTTPS if the target site supports it.',
    learnMore: ABOUT_HTTPS,
    since: '0.3.0',
    checkAnchor(anchor, page) {
      if (!page.isHttps || !/^\s*http:/i.test(anchor.rawHref)) return null;
      if (anchor.httpHost === null || !/\.[a-z]/i.test(anchor.httpHost) || isOfSite(anchor, page)) return null;
      const target = anchor.href();
      return { target, element: linkMarkup(anchor), expected: target.replace(/^http:/, 'https:') };
    },
  },
  /** Chrome warns of both: forms of https pages that submit over http, and passwords on http pages. */
  {
    id: 'form-insecure',
    severity: 'error',
    title: 'Insecure form',
    impact: 'Anyone on the network can read the submitted data, and browsers warn visitors before submission.',
    howToFix: 'Serve the page over HTTPS, and use an HTTPS URL in the action of the form.',
    learnMore: 'https://developer.mozilla.org/en-US/docs/Web/Security/Insecure_passwords',
    since: '0.3.0',
    elements: ['form', 'input'],
    checkElement(element, { isHttps }, base) {
      const { name, attributes } = element;
      if (name === 'input') {
        const isPassword = attributes.get('type')?.trim().toLowerCase() === 'password';
        return isPassword && !isHttps ? { element: markup(element), expected: 'a page over https' } : null;
      }
      const action = attributes.get('action') ?? '';
      if (!isHttps || action.length > LONGEST_TEXT) return null;
      const target = URL.parse(action, base);
      if (action.trim() === '' || target?.protocol !== 'http:') return null;
      return { target: target.href, element: markup(element), expected: target.href.replace(/^http:/, 'https:') };
    },
  },
  /** An https page with links to http addresses of its site. */
  {
    id: 'http-link',
    severity: 'warning',
    title: 'HTTPS page has internal links to HTTP',
    impact: 'Each click takes an additional redirect or leaves the encrypted connection.',
    howToFix: 'Change the links to their HTTPS URLs.',
    learnMore: 'https://web.dev/articles/enable-https',
    find(page) {
      if (page.facts.http_links === 0) return [];
      const found = page.anchors.filter((link) => isOverHttp(link, page));
      // Of a page with very many links, and in the memory of a crawl, the elements are not known.
      return found.length > 0 ? found.map(linkEvidence) : [{ value: page.facts.http_links }];
    },
  },
  /** An https page that loads resources over http. */
  {
    id: 'mixed-content',
    severity: 'error',
    title: 'Mixed content (HTTPS page loads HTTP resources)',
    impact:
      'Browsers block insecure scripts and styles, so that parts of the page do not work or are displayed incorrectly.',
    howToFix: 'Load all images, scripts and styles over HTTPS.',
    learnMore: 'https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content',
    find: ({ facts }) => facts.mixed_content.map((target) => ({ target })),
  },
  /** A page on which visitors and crawlers can only go back. */
  {
    id: 'dead-end',
    severity: 'notice',
    title: 'Page has no outgoing links',
    impact: 'Visitors and crawlers cannot continue from this page, and it passes no link equity to other pages.',
    howToFix: 'Add links to related pages and to the navigation of the site.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
    since: '0.3.0',
    isOfIndexable: true,
    find: ({ url, facts }) => (facts.external_links === 0 && facts.links.every((link) => link.url === url) ? [{}] : []),
  },
  /** A link with nofollow to another page of the site. If all links have it, the issue is `nofollow-page`. */
  {
    id: 'internal-nofollow',
    severity: 'notice',
    title: 'Nofollow internal links',
    impact: 'The linked pages receive no link equity from this page and may not be crawled.',
    howToFix: 'Remove rel="nofollow" from internal links. Disallow pages that should not be crawled in robots.txt.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links',
    unless: ({ facts }) => isKept(facts, 'nofollow-page'),
    find(page) {
      const { url, facts, anchors } = page;
      const targets = new Set(facts.links.filter((link) => link.nofollow && link.url !== url).map((link) => link.url));
      if (targets.size === 0) return [];
      const found = anchors.filter(({ to }) => targets.has(to));
      if (found.length > 0) return found.map((link) => ({ ...linkEvidence(link), value: link.rel }));
      return [...targets].map((target) => ({ target }));
    },
  },
];

function isOfSite({ httpHost }: Anchor, { hosts }: AnalysedPage): boolean {
  return httpHost !== null && hosts.has(httpHost.replace(/\.$/, ''));
}

/**
 * Google Analytics and Ads, Meta, Microsoft, X, TikTok, LinkedIn, Instagram, Yandex, Mailchimp, HubSpot, Marketo. The
 * documentation of each service names its parameters.
 */
const PARAMETERS =
  'utm_\\w+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|twclid|ttclid|li_fat_id|igshid|yclid|ysclid|mc_[ce]id|_hsenc|_hsmi|mkt_tok';
const TRACKING = new RegExp(`^(?:${PARAMETERS})$`, 'i');
/** An address that may have such a parameter: most have none, and need not be resolved. */
const TRACKED = new RegExp(`[?&\\s](?:${PARAMETERS})`, 'i');

/** Returns whether a link leads to the site's own host, with or without `www.`, over http. */
function isOverHttp({ to }: CrawledAnchor, { url }: HtmlPage): boolean {
  return to.startsWith('http:') && withoutWww(new URL(to).hostname) === withoutWww(new URL(url).hostname);
}

const linkEvidence = (link: CrawledAnchor): Evidence => ({ target: link.to, element: elementOf(link) });
