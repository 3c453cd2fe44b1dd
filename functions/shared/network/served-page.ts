import type { Redirect } from '../record/record.ts';

/** A home page as it came over the wire. */
export interface ServedPage {
  /** First address asked. */
  requestedUrl: string;
  /** Address that answered, after redirects. */
  url: string;
  status: number;
  redirects: Redirect[];
  /** Response headers in order, names in lower case; a header sent twice stands twice. */
  headers: [name: string, value: string][];
  ttfbMs: number;
  totalMs: number;
  /** The body after decompression, in the pieces it came in. */
  body: Uint8Array[];
  /** The body was longer, or slower, than what was read of it. */
  truncated: boolean;
}

/** What `/robots.txt` of the page's origin answered. */
export interface RobotsAnswer {
  url: string;
  /** `null`: it could not be fetched. */
  status: number | null;
  /** The body as text; `null` when there is none. */
  content: string | null;
}
