import { LONGEST_TEXT } from '../../platform/names/page-address.ts';
import { type Anchor, linkMarkup, markup } from '../page/anchor.ts';
import type { HtmlElement } from '../page/open-elements.ts';
import type { Check, CheckedPage } from './check.ts';

const ABOUT_HTTPS = 'https://web.dev/articles/enable-https';

/** Checks of links and forms. */
export const linkChecks: readonly Check[] = [
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
      [...unnamed.values()]
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
    impact: 'A click on the link has no effect, because no element of the page has this id.',
    howToFix: 'Add the id to the target element, or correct the fragment in the link.',
    learnMore: 'https://html.spec.whatwg.org/multipage/browsing-the-web.html#scrolling-to-a-fragment',
    since: '0.3.0',
    check({ markup: { ids, fragments }, served }) {
      if (!ids || served.truncated) return [];
      return [...fragments.values()]
        .filter(({ fragment, element }) => !isFound(fragment, ids) && !isForScripts(fragment, element))
        .map(({ fragment, finding }) => ({ ...finding, value: `#${fragment}`, expected: `id="${decoded(fragment)}"` }));
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
      if (!anchor.rawHref.includes('?') || !isOfSite(anchor, page)) return null;
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
];

function isOfSite({ httpHost }: Anchor, { hosts }: CheckedPage): boolean {
  return httpHost !== null && hosts.has(httpHost.replace(/\.$/, ''));
}

function isFound(fragment: string, ids: ReadonlySet<string>): boolean {
  const isTop = fragment === '' || fragment.toLowerCase() === 'top';
  return isTop || ids.has(fragment) || ids.has(decoded(fragment));
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Attributes of controls, beside event handlers. */
const CONTROL = /^(?:on|role$|aria-(?:controls|expanded|haspopup)$|data-(?:bs-)?(?:toggle|target|dismiss|slide)$)/;

/** Whether a fragment is a route, a state or a text fragment, or the link is a control. */
function isForScripts(fragment: string, { attributes }: HtmlElement): boolean {
  return /^!|[/=&]|:~:/.test(fragment) || attributes.names().some((name) => CONTROL.test(name));
}

/**
 * Google Analytics and Ads, Meta, Microsoft, X, TikTok, LinkedIn, Instagram, Yandex, Mailchimp, HubSpot, Marketo. The
 * documentation of each service names its parameters.
 */
const TRACKING =
  /^(?:utm_\w+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|twclid|ttclid|li_fat_id|igshid|yclid|ysclid|mc_[ce]id|_hsenc|_hsmi|mkt_tok)$/i;
