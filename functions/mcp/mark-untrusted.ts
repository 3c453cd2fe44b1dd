/** Text of a web page or a search engine. */
export interface Untrusted {
  untrusted_text: string;
}

interface Origin {
  own: readonly string[];
  maps?: readonly string[];
}

/**
 * Marks all text that the service has not written itself, so that a page cannot pose as the service to who reads the
 * answer. What decides is where a text is: an address that a page has chosen may be a sentence. Times have no words in them.
 *
 * @param own dotted paths, without indexes, of texts that the service has written
 * @param maps paths of objects whose keys others have chosen: they are marked whole, as JSON text
 */
export function markUntrusted(data: Record<string, unknown>, { own, maps = [] }: Origin): Record<string, unknown> {
  const ownPaths = new Set(own);
  const mapPaths = new Set(maps);

  function marked(value: unknown, path: string): unknown {
    if (typeof value === 'string') return ownPaths.has(path) || isTime(value) ? value : quoted(value);
    if (Array.isArray(value)) return value.map((each) => marked(each, path));
    if (value === null || typeof value !== 'object') return value;
    if (mapPaths.has(path)) return quoted(JSON.stringify(value));
    return members(value, `${path}.`);
  }

  function members(value: object, prefix: string): Record<string, unknown> {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, marked(each, prefix + name)]));
  }

  return members(data, '');
}

const quoted = (text: string): Untrusted => ({ untrusted_text: plainText(text) });

/** Without what displays do not show, or show in another order. */
const plainText = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

const isTime = (text: string) => /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(text);
