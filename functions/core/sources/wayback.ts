import * as z from 'zod';
import { answerOf, orNull, readJson, unreadable } from './providers/read-response.ts';
import type { ProviderAddress, ProviderResponse } from './providers/provider-client.ts';
import type { Source, SourceContext } from './source.ts';

const address: ProviderAddress = { setting: 'WAYBACK_URL', baseUrl: 'https://web.archive.org' };
/** Short, so that the two requests for a domain run almost in parallel. */
const RATE_LIMIT = { key: 'wayback', intervalMs: 25 };
/** Responses have taken up to 45 seconds. */
const REQUEST_MS = 50_000;

const TIMESTAMP = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;

const FIRST = { limit: '1' };
const LAST = { fastLatest: 'true', limit: '-1' };

/** A header row, then one row for each capture; empty without captures. */
const rows = z.array(orNull(z.array(orNull(z.string()))));

/** First and last capture of the home page, from the Wayback Machine's CDX server. */
export const waybackSource: Source = {
  id: 'wayback',
  fields: ['archive'],
  attribution: 'Internet Archive Wayback Machine (https://web.archive.org)',
  isEvidence: true,
  address,
  keys: [],
  maxAgeDays: 30,
  inlineMs: 5_000,
  backgroundMs: 60_000,
  costUsd: 0,
  fetch: (domain, context) =>
    answerOf(async () => {
      // A result with only one of the two would overwrite the other in the record.
      const [first_seen_at, last_seen_at] = await Promise.all([
        fetchCapture(domain, FIRST, context),
        fetchCapture(domain, LAST, context),
      ]);
      const isEmpty = first_seen_at === null && last_seen_at === null;
      return {
        status: isEmpty ? 'empty' : 'ok',
        http_status: 200,
        sections: { archive: isEmpty ? null : { first_seen_at, last_seen_at } },
      };
    }),
};

/** @returns when the capture was taken; null if there is none */
async function fetchCapture(
  domain: string,
  which: Record<string, string>,
  { http, baseUrl }: SourceContext,
): Promise<string | null> {
  const url = new URL('/cdx/search/cdx', baseUrl(address));
  url.search = new URLSearchParams({
    url: domain,
    output: 'json',
    fl: 'timestamp,original,statuscode',
    filter: 'statuscode:200',
    ...which,
  }).toString();
  const response = await http.request(url.href, { rateLimit: RATE_LIMIT, timeoutMs: REQUEST_MS });
  return readCapture(response);
}

function readCapture(response: ProviderResponse): string | null {
  const [header, ...captures] = readJson(response, rows);
  if (captures.length === 0) return null;
  const column = header?.indexOf('timestamp') ?? -1;
  const times = captures.flatMap((capture) => isoTime(capture?.[column] ?? '') ?? []);
  if (times[0] === undefined) throw unreadable(response);
  return times[0];
}

/** @param written `YYYYMMDDhhmmss`, UTC */
function isoTime(written: string): string | null {
  const parts = TIMESTAMP.exec(written);
  const time = parts ? `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}Z` : '';
  return Number.isNaN(Date.parse(time)) ? null : new Date(time).toISOString();
}
