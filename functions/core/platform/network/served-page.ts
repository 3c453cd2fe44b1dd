/** A redirect that was followed. */
export interface Redirect {
  /** That redirects. */
  url: string;
  status: number;
  /** Where it leads. */
  location: string;
}

/** The response for a home page. */
export interface ServedPage {
  /** First address requested. */
  requestedUrl: string;
  /** Address after redirects. */
  url: string;
  status: number;
  redirects: Redirect[];
  /** Response headers in order, including repeated ones; names in lower case. */
  headers: [name: string, value: string][];
  ttfbMs: number;
  totalMs: number;
  /** The body after decompression, in chunks. */
  body: Uint8Array[];
  /** The body was not read to its end: it was too long, too slow or cut off. */
  truncated: boolean;
}

/** The response for `/robots.txt` of the page's origin. */
export interface RobotsAnswer {
  url: string;
  /** `null`: it could not be fetched. */
  status: number | null;
  /** The body as text; `null` without a body. */
  content: string | null;
}
