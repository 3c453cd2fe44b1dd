import type { HostVariants } from '../../record/record.ts';
import { type End, endOf, type Steps } from './steps.ts';

/**
 * The section, by what is known in the end. An address that nobody has asked for is `not_followed`.
 *
 * @param homeUrl final address of the crawl, which decides between origins at which as many variants end
 */
export function describeVariants(variants: string[], homeUrl: string, steps: Steps): HostVariants {
  const ends = variants.map((url) => ({ url, end: endOf(url, steps) }));
  const origins = ends.filter(({ end }) => end.status !== null).map(({ end }) => new URL(end.url).origin);
  return {
    preferred: mostFrequent(origins, new URL(homeUrl).origin),
    consistent: origins.length < 2 ? null : new Set(origins).size === 1,
    variants: ends.map(({ url, end }) => variantOf(url, end)),
  };
}

function variantOf(url: string, { hops, status, error, url: finalUrl }: End): HostVariants['variants'][number] {
  if (status !== null) return { url, http_status: status, final_url: finalUrl, hops, error: null };
  const unanswered = { url, http_status: null, error: error ?? 'not_followed' };
  return hops === 0 ? { ...unanswered, final_url: null, hops: null } : { ...unanswered, final_url: finalUrl, hops };
}

/** @returns `inDoubt` where it is among several that are as frequent, else the first of them; `null` of none */
function mostFrequent(values: string[], inDoubt: string): string | null {
  const count = (value: string) => values.filter((each) => each === value).length;
  const most = Math.max(...values.map(count));
  const candidates = values.filter((value) => count(value) === most);
  return candidates.includes(inDoubt) ? inDoubt : (candidates[0] ?? null);
}
