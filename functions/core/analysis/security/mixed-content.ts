import { LIST_CAP, type SecurityHeaders } from '../../record/record.ts';
import { truncate } from '../../platform/text/text.ts';
import type { HtmlElement } from '../page/open-elements.ts';
import { subResourcesOf } from './sub-resources.ts';

/** Addresses of each kind that are told apart; far above that of real pages. */
const MAX_ADDRESSES = 10_000;
/** In characters (code points). */
const MAX_ADDRESS = 2000;
/** `http:` as a URL parser reads it: white space before it does not count, nor do tabs and line breaks inside. */
const HTTP = /^[\0-\x20]*h[\t\n\r]*t[\t\n\r]*t[\t\n\r]*p[\t\n\r]*:/i;

/** Collects what a page over https includes over http (W3C Mixed Content, Level 2). */
export class MixedContent {
  readonly #isHttps: boolean;
  readonly #blockable = new Set<string>();
  readonly #upgradeable = new Set<string>();

  /** @param pageUrl URL of the page */
  constructor(pageUrl: string) {
    this.#isHttps = new URL(pageUrl).protocol === 'https:';
  }

  /**
   * @param parent the element that it stands in
   * @param base URL that its addresses are relative to
   */
  add(element: HtmlElement, parent: HtmlElement | null, base: string): void {
    if (!this.#isHttps) return;
    for (const { address, upgradeable } of subResourcesOf(element, parent)) this.#note(address, upgradeable, base);
  }

  /**
   * @param isUpgraded the policy of the page has browsers ask for everything over https
   * @returns null for a page over http
   */
  report(isUpgraded: boolean): SecurityHeaders['mixed_content'] {
    if (!this.#isHttps) return null;
    const blockable = isUpgraded ? [] : [...this.#blockable];
    const upgradeable = isUpgraded ? [] : [...this.#upgradeable].filter((address) => !this.#blockable.has(address));
    const urls = [...blockable, ...upgradeable];
    return {
      blockable: blockable.length,
      upgradeable: upgradeable.length,
      urls: urls.slice(0, LIST_CAP).map((address) => truncate(address, MAX_ADDRESS)),
      urls_total: urls.length,
    };
  }

  #note(address: string, upgradeable: boolean, base: string): void {
    if (base.startsWith('https:') && !HTTP.test(address)) return;
    const url = URL.parse(address, base);
    if (url?.protocol !== 'http:' || isLoopback(url.hostname)) return;
    // Browsers upgrade no address whose host is a number (4.1).
    const addresses = upgradeable && !isIpAddress(url.hostname) ? this.#upgradeable : this.#blockable;
    if (addresses.size < MAX_ADDRESSES) addresses.add(address.trim());
  }
}

/** Trustworthy without https (W3C Secure Contexts, 3.1). */
function isLoopback(host: string): boolean {
  return /^(?:.*\.)?localhost$/.test(host) || host === '[::1]' || (host.startsWith('127.') && isIpAddress(host));
}

/** @param host as a URL parser writes it: numbers in the usual form */
function isIpAddress(host: string): boolean {
  return host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host);
}
