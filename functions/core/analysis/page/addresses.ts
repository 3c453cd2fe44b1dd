const MAX_HOSTS = 10_000;

/** Has no host of its own: empty, a query, a fragment, a path without what a URL parser would remove or turn. */
const WITHIN_SITE = /^(?:$|[?#]|\/(?![/\\\s])|[\w.%-]+(?:[/?#]|$))/;
const PLAIN_HOST = /^https?:\/\/[a-z0-9.-]+(?=[/?#]|$)/;

/** Tells the hosts of addresses; parses those whole where a look at their beginning does not do. */
export class Addresses {
  /** The address that relative ones are relative to. */
  readonly base: string;
  readonly #baseHost: string | null;
  /** By scheme and host as written; null where they make no address. */
  readonly #hosts = new Map<string, string | null>();

  /** @param base the address that relative ones are relative to */
  constructor(base: string) {
    this.base = base;
    this.#baseHost = hostOf(URL.parse(base));
  }

  /** @returns the whole address; null where it is none */
  resolve(address: string): string | null {
    return URL.parse(address, this.base)?.href ?? null;
  }

  /** @returns null where it is no http or https address, or none at all */
  httpHost(address: string): string | null {
    if (this.#baseHost !== null && WITHIN_SITE.test(address)) return this.#baseHost;
    const origin = PLAIN_HOST.exec(address)?.[0];
    if (origin === undefined) return hostOf(URL.parse(address, this.base));
    let host = this.#hosts.get(origin);
    if (host === undefined) {
      host = hostOf(URL.parse(origin));
      if (this.#hosts.size < MAX_HOSTS) this.#hosts.set(origin, host);
    }
    return host;
  }
}

function hostOf(url: URL | null): string | null {
  return url && /^https?:$/.test(url.protocol) ? url.hostname : null;
}
