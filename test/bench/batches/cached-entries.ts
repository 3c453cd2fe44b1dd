import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { CachedRecord } from '../../../functions/core/record/cached-record.ts';
import type { DomainRecord } from '../../../functions/core/record/record.ts';
import { createDomainCache } from '../../../functions/core/domains/store/domain-cache.ts';
import { entryOfAnswer } from '../start/entry-of-answer.ts';
import { createSdkDynamoDB } from '../../../functions/core/platform/dynamodb/sdk-client.ts';

const DAY_MS = 86_400_000;
const WORDS =
  'alpine bicycles candles denim espresso fabric garden hiking ink jackets kettles lamps maps notebooks oak paper'.split(
    ' ',
  );

/** Names that are not reserved, like those of callers. */
export const cachedDomains = (count: number) => Array.from({ length: count }, (_, index) => `shop-${1000 + index}.com`);

/**
 * Stores a complete record for each domain, derived from one response. The requested members differ between the
 * domains, so that responses do not compress better than real ones.
 */
export async function storeCachedEntries(
  client: DynamoDBClient,
  table: string,
  { answer, domains }: { answer: Record<string, unknown>; domains: string[] },
): Promise<void> {
  const cache = createDomainCache(createSdkDynamoDB(client), table);
  for (const [index, domain] of domains.entries()) await cache.create(entryOf(answer, domain, index));
}

function entryOf(answer: Record<string, unknown>, domain: string, index: number): CachedRecord {
  const random = sequence(index);
  const time = () => new Date(Date.now() - random(300) * DAY_MS - random(DAY_MS)).toISOString();
  const {
    complete: _,
    page,
    audit,
    tls,
    registration,
    popularity,
    archive,
    sources,
    ...rest
  } = JSON.parse(JSON.stringify(answer).replaceAll('shop.example', domain)) as DomainRecord;
  const words = Array.from({ length: 7 }, () => WORDS[random(WORDS.length)]);
  const at = time();
  return entryOfAnswer({
    // It is the first member of a stored record.
    complete: true,
    ...rest,
    ...{ first_cached_at: time(), updated_at: at, seo_score: random(101) },
    page: { ...page!, title: words.join(' '), word_count: random(3_000) },
    audit: { ...audit!, score: random(101) },
    tls: { ...tls!, days_remaining: random(90) },
    registration: { ...registration!, age_days: random(9_000) },
    popularity: { ...popularity, tranco: { ...popularity.tranco!, rank: random(1_000_000) } },
    archive: { ...archive!, first_seen_at: time() },
    sources: sources.map((source) => ({ ...source, status: 'ok', fetched_at: at, duration_ms: random(4_000) })),
  });
}

/** @returns a generator of whole numbers below a limit, the same in each run (linear congruential) */
function sequence(seed: number): (limit: number) => number {
  let state = (seed + 1) * 2_654_435_761;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % limit;
  };
}
