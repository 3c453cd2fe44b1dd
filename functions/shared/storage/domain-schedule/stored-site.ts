/** What the list of domains shows of a crawl of the site that has ended. */
export interface ListedSite {
  /** ISO 8601 time. */
  endedAt: string;
  /** Kinds of issues, by severity. */
  errors: number;
  warnings: number;
}

/** As it is stored: `at` in seconds since the epoch. */
export interface StoredSite {
  at: number;
  errors: number;
  warnings: number;
}

export function storedSite({ endedAt, ...counts }: ListedSite): StoredSite {
  return { at: Math.floor(Date.parse(endedAt) / 1_000), ...counts };
}

export function readSite({ at, ...counts }: StoredSite): ListedSite {
  return { endedAt: new Date(at * 1_000).toISOString(), ...counts };
}
