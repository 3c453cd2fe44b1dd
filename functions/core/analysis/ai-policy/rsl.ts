import { Parser } from 'htmlparser2';
import type { PolicyMembers } from '../../record/record.ts';
import { MAX_ADDRESS, MAX_STATEMENTS, RULES } from './drafts.ts';
import type { PolicyLine } from './robots-lines.ts';
import type { PolicySource } from './statement.ts';

type Rsl = NonNullable<PolicyMembers['rsl']>;
export type Licence = Rsl['licences'][number];

/** Name of the line of robots.txt. It belongs to no group. */
export const LICENSE = 'license';
/** Type of RSL documents, in Link headers and in `link` and `script` elements. */
export const RSL_TYPE = 'application/rsl+xml';
const NAMESPACE = 'https://rslstandard.org/rsl';
/** In characters. */
const MAX_TERM = 100;

/** A licence that a page names, or that is in it. */
export interface NamedLicence {
  source: 'header' | 'link' | 'script';
  /** As written; `null` for a script. */
  href: string | null;
  /** Text of the script. */
  content?: string;
}

/**
 * Reads the licences that robots.txt and a page name, by RSL 1.0, without requesting them: `License:` with an absolute
 * address, a Link header or `link` element with `rel=license` and the type of RSL, and a `script` with that type, which
 * contains the document.
 *
 * @param lines lines of robots.txt
 * @param named licences of the page
 * @param pageUrl address of the page
 * @param unread sources that could not be read
 */
export function readRsl(
  lines: readonly PolicyLine[],
  named: readonly NamedLicence[],
  pageUrl: string,
  unread: PolicySource[],
): Rsl | null {
  const ofRobots = lines.filter(({ name }) => name === LICENSE).map(({ value }) => unreadLicence('robots.txt', value));
  const ofPage = named.map(({ source, href, content }) =>
    content === undefined ? unreadLicence(source, href ?? '', pageUrl) : readLicence({ source, url: null }, content),
  );
  return rslOf([...ofRobots, ...ofPage], unread);
}

/** @returns `null` if there is no licence, and everything was read */
function rslOf(licences: Licence[], unread: PolicySource[]): Rsl | null {
  if (licences.length === 0 && unread.length === 0) return null;
  const { rsl: rules } = RULES;
  return { rules, licences: licences.slice(0, MAX_STATEMENTS), licences_total: licences.length, unread };
}

const noTerms = { permits: [], prohibits: [], payment_types: [] };

/** @param base base of a relative address; absent: the address must be absolute */
function unreadLicence(source: PolicySource, href: string, base?: string): Licence {
  const url = href.length > MAX_ADDRESS ? null : URL.parse(href.trim(), base);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return { source, url: null, status: 'unreadable', http_status: null, error: 'invalid_address', ...noTerms };
  }
  url.hash = '';
  return { source, url: url.href, status: 'not_read', http_status: null, error: null, ...noTerms };
}

/** Returns the licence whose file is requested: the first that has an address. */
export function licenceToRead(rsl: Rsl | null): (Licence & { url: string }) | null {
  return rsl?.licences.find((licence): licence is Licence & { url: string } => licence.url !== null) ?? null;
}

/** Returns the licences of a site with what its file contains, or why it could not be fetched. */
export function withLicence(rsl: Rsl, read: Licence): Rsl {
  const { url, status, http_status, error, permits, prohibits, payment_types } = read;
  const licences = rsl.licences.map((licence) =>
    licence.url === url ? { ...licence, status, http_status, error, permits, prohibits, payment_types } : licence,
  );
  return { ...rsl, licences };
}

/** Returns a licence that could not be fetched. */
export function unreadableLicence(
  of: Pick<Licence, 'source' | 'url'>,
  error: string,
  httpStatus: number | null,
): Licence {
  return { ...of, status: 'unreadable', http_status: httpStatus, error, ...noTerms };
}

/**
 * Reads an RSL document: an `rsl` element with the namespace, or a feed whose elements have its prefix, with at least one
 * `content` that has a `url`.
 */
export function readLicence(
  of: Pick<Licence, 'source' | 'url'>,
  content: string,
  httpStatus: number | null = null,
): Licence {
  const reader = new LicenceReader();
  const parser = new Parser(reader, { xmlMode: true, decodeEntities: true });
  parser.write(content);
  parser.end();
  if (!reader.isRsl) return unreadableLicence(of, 'not_rsl', httpStatus);
  if (!reader.hasContent) return unreadableLicence(of, 'no_content', httpStatus);
  const { permits, prohibits, payment_types } = reader;
  return {
    ...{ ...of, status: 'readable', http_status: httpStatus, error: null },
    ...{ permits: [...permits], prohibits: [...prohibits], payment_types: [...payment_types] },
  };
}

/** Elements whose text is a list of terms. */
const LISTS = ['permits', 'prohibits'] as const;

/** Collects the terms of an RSL document. */
class LicenceReader {
  isRsl = false;
  hasContent = false;
  readonly permits = new Set<string>();
  readonly prohibits = new Set<string>();
  readonly payment_types = new Set<string>();
  /** Prefix of the elements of RSL, with its colon; `null`: not known yet. */
  #prefix: string | null = null;
  #list: { terms: Set<string>; text: string } | null = null;

  onopentag(name: string, attributes: Record<string, string>): void {
    this.#prefix ??= this.#prefixOf(name, attributes);
    const local = this.#localName(name);
    if (local === null) return;
    this.isRsl = true;
    if (local === 'content' && (attributes.url ?? '') !== '') this.hasContent = true;
    if (local === 'payment') this.#add(this.payment_types, attributes.type ?? 'free');
    const list = LISTS.find((each) => each === local);
    if (list) this.#list = { terms: this[list], text: '' };
  }

  ontext(text: string): void {
    if (this.#list && this.#list.text.length < MAX_TERM * MAX_STATEMENTS) this.#list.text += text;
  }

  onclosetag(name: string): void {
    const local = this.#localName(name);
    if (!this.#list || !LISTS.some((each) => each === local)) return;
    for (const term of this.#list.text.split(/[\s,]+/)) this.#add(this.#list.terms, term);
    this.#list = null;
  }

  /** The first element declares the namespace, as its own or with a prefix. */
  #prefixOf(name: string, attributes: Record<string, string>): string {
    if (name === 'rsl' && attributes.xmlns === NAMESPACE) return '';
    const declared = Object.keys(attributes).find(
      (each) => each.startsWith('xmlns:') && attributes[each] === NAMESPACE,
    );
    return declared === undefined ? NONE : `${declared.slice('xmlns:'.length)}:`;
  }

  #localName(name: string): string | null {
    if (this.#prefix === null || !name.startsWith(this.#prefix)) return null;
    return name.slice(this.#prefix.length);
  }

  #add(terms: Set<string>, term: string): void {
    if (term !== '' && terms.size < MAX_STATEMENTS) terms.add(term.slice(0, MAX_TERM));
  }
}

/** A prefix that no element has. */
const NONE = ' ';
