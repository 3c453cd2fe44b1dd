import { PAGE_VERSION } from '../../../functions/core/record/page-record.ts';
import { pageRecord } from '../../../functions/core/record/page-schema.ts';
import { pageAddress, type PageAddress } from '../../../functions/core/platform/names/page-address.ts';
import { sampleRecord } from './sample-record.ts';
import type { Stores } from './stores.ts';

const FIELDS = ['seo_score', 'audit', 'issues', 'issues_total', 'page', 'robots', 'security_headers', 'keywords'];

/**
 * Stores the audit of a page as the public endpoint does when it fetches the page: its title is markup, and paths below
 * `/private` are disallowed. An invalid address is left to the endpoint.
 *
 * @param isAgain whether a stored audit is replaced
 */
export async function fetchPage(url: string, isAgain: boolean, { pages }: Stores): Promise<void> {
  const address = pageAddress(url);
  if ('problem' in address || (!isAgain && (await pages.read(address)))) return;
  const { token, previous } = await pages.begin(address);
  const updatedAt = new Date().toISOString();
  const entry = {
    ...{ url: address.url, domain: address.domain, firstCachedAt: previous?.firstCachedAt ?? updatedAt, updatedAt },
    ...{ retryAt: null, version: PAGE_VERSION, recordJson: JSON.stringify(recordOf(address, updatedAt)) },
  };
  await pages.store(entry, token);
}

function recordOf({ url, domain }: PageAddress, updatedAt: string) {
  const record = sampleRecord(domain, { updatedAt, score: 86 });
  const site = { ...record.sources.find(({ id }) => id === 'site')!, fields: FIELDS };
  if (new URL(url).pathname.startsWith('/private')) {
    const error = { code: 'robots_disallowed', message: 'robots.txt forbids it', retryable: false };
    return pageRecord.parse({
      ...{ seo_score: null, audit: null, issues: null, issues_total: null, page: null },
      ...{ security_headers: null, ai_policy: null, keywords: null },
      robots: { allowed: false, rule: 'Disallow: /private' },
      sources: [{ ...site, status: 'blocked', fetched_at: null, error }],
    });
  }
  const title = '<img src=x onerror=alert(1)> Prices';
  return pageRecord.parse({
    ...{ seo_score: 86, audit: record.audit, issues: record.issues, issues_total: record.issues_total },
    security_headers: record.security_headers,
    ai_policy: record.ai_policy,
    page: { ...record.page!, requested_url: url, final_url: url, title },
    ...{ robots: { allowed: true, rule: null }, keywords: record.top_keywords, sources: [site] },
  });
}
