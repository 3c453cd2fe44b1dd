/** A `<link>` of the head or of a Link header: canonical or alternate. */
export interface DocumentLink {
  rel: string;
  /** As written, or empty. */
  hrefRaw: string;
  /** Resolved; as written if it cannot be resolved (null in a header). */
  href: string | null;
  hreflang: string;
  source: 'head' | 'headers';
}

/** Maximum number of links that are kept; no real page comes near it. */
export const MAX_DOCUMENT_LINKS = 10_000;

/** Reads the canonical and alternate links of Link headers as Lighthouse's LinkElements gatherer does. */
export function headerLinks(headers: readonly (readonly [string, string])[], pageUrl: string): DocumentLink[] {
  return headers
    .filter(([name]) => name === 'link')
    .flatMap(([, value]) => readLinkHeader(value) ?? [])
    .flatMap(({ uri, rel, hreflang }) => {
      const relations = rel
        .toLowerCase()
        .split(' ')
        .filter((name) => name === 'canonical' || name === 'alternate');
      if (relations.length === 0) return [];
      const link = { hrefRaw: uri, href: URL.parse(uri, pageUrl)?.href ?? null, hreflang, source: 'headers' as const };
      return relations.map((name) => ({ rel: name, ...link }));
    })
    .slice(0, MAX_DOCUMENT_LINKS);
}

/** The parts of a link of a Link header (RFC 8288) that are used. */
interface HeaderLink {
  uri: string;
  /** Relations as written, separated by spaces; empty if there are none. */
  rel: string;
  hreflang: string;
  /** The last one; empty if there is none. */
  type: string;
}

/**
 * Reads a Link header in one pass. It returns the same links as http-link-header 1.1, which Lighthouse uses, also for
 * invalid headers.
 *
 * @returns `null` if the header cannot be parsed
 */
export function readLinkHeader(header: string): HeaderLink[] | null {
  const text = header.trim();
  const links: HeaderLink[] = [];
  for (let at = 0; at < text.length;) {
    const end = text[at] === '<' ? text.indexOf('>', at) : -1;
    if (end === -1) return null;
    const parameters = readParameters(text, end + 1);
    const link = parameters && linkOf(text.slice(at + 1, end), parameters.read);
    if (!link) return null;
    links.push(link);
    at = skip(text, parameters.end, BLANK);
  }
  return links;
}

type Parameter = [name: string, value: string];

const BLANK = /\s/;
const BLANK_OR_SEMICOLON = /[\s;]/;
const DELIMITER = /[;,"]/;

/**
 * @returns the parameters after a URL up to the comma that ends the link; `null` if the text is not a list of
 * parameters
 */
function readParameters(text: string, start: number): { read: Parameter[]; end: number } | null {
  const read: Parameter[] = [];
  let at = skip(text, start, BLANK);
  if (text[at] === ',') return { read, end: at + 1 };
  if (at < text.length && text[at] !== ';') return null;
  // Stored, so that the rest is not searched again for each parameter.
  let isEqualsLeft = true;
  while ((at = skip(text, at, BLANK_OR_SEMICOLON)) < text.length) {
    const equals: number = isEqualsLeft ? text.indexOf('=', at) : -1;
    isEqualsLeft = equals !== -1;
    const nameEnd = isEqualsLeft ? equals : indexOrEnd(text, ';', at);
    const name = text.slice(at, nameEnd).trim().toLowerCase();
    const value = readValue(text, skip(text, nameEnd + 1, BLANK));
    read.push([name, value.text]);
    at = value.end + 1;
    if (text[value.end] === ',') break;
  }
  return { read, end: at };
}

/** @returns a value, and the position after it */
function readValue(text: string, start: number): { text: string; end: number } {
  if (text[start] !== '"') {
    let end = start + 1;
    while (end < text.length && !DELIMITER.test(text[end]!)) end += 1;
    return { text: text.slice(start, end), end };
  }
  const characters: string[] = [];
  let at = start + 1;
  for (; at < text.length && text[at] !== '"'; at += 1) {
    if (text[at] === '\\') at += 1;
    // After a backslash at the end, the library reads this word too.
    characters.push(String(text[at]));
  }
  return { text: characters.join(''), end: at + 1 };
}

/** @returns `null` for parameters that make the whole header invalid */
function linkOf(uri: string, parameters: Parameter[]): HeaderLink | null {
  const uris = [uri];
  const languages: string[] = [];
  let rel: string | undefined;
  let type = '';
  let hasTitle = false;
  for (const [name, value] of parameters) {
    if (name === 'rel' && !rel) {
      // The library joins an empty parameter and the next one into a list, which it cannot split.
      if (rel !== undefined) return null;
      rel = value;
    }
    if (name === 'uri') uris.push(value);
    if (name === 'hreflang') languages.push(value);
    if (name === 'type') type = value;
    if (name.endsWith('*') && !(name === 'title*' && hasTitle)) {
      if (!isExtendedValue(value)) return null;
      hasTitle ||= name === 'title*';
    }
  }
  return { uri: uris.join(), rel: rel ?? '', hreflang: languages.join(), type };
}

/** Encodings whose values the library decodes. */
const DECODED = /^utf-?8|ascii|utf-?16-?le|ucs-?2|base-?64|latin-?1$/i;

/** Returns whether the library can read the value of a parameter with a star (RFC 8187). */
function isExtendedValue(value: string): boolean {
  const [, encoding, language, content] = /^([^']+)?(?:'([^']*)')?(.+)/s.exec(value) ?? [];
  if (encoding === undefined || language === undefined) return false;
  try {
    return !DECODED.test(encoding) || decodeURIComponent(content!) !== undefined;
  } catch {
    return false;
  }
}

function skip(text: string, start: number, what: RegExp): number {
  let at = start;
  while (at < text.length && what.test(text[at]!)) at += 1;
  return at;
}

function indexOrEnd(text: string, what: string, from: number): number {
  const index = text.indexOf(what, from);
  return index === -1 ? text.length : index;
}
