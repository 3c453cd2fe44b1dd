import type { Page, PageSummary, PageAuditRequest } from '../../../functions/back-office/contract.ts';
import { Refusal, refusalOf } from './fake-back-office-refusal.ts';
import { sampleRecord } from './sample-record.ts';

/** Fake single pages in memory: each is fetched at its first request; paths below `/private` are disallowed. */
export function createFakePages() {
  const pages = new Map<string, Page>();

  function fetchPage(url: string): Page {
    const now = new Date().toISOString();
    const { hostname: domain, pathname } = new URL(url);
    const { audit, page, security_headers, top_keywords, sources } = sampleRecord(domain, {
      updatedAt: now,
      score: 86,
    });
    const isForbidden = pathname.startsWith('/private');
    const site = { ...sources.find(({ id }) => id === 'site')!, fields: [...FIELDS] };
    const error = { code: 'robots_disallowed', message: 'robots.txt forbids it', retryable: false };
    return {
      url,
      domain,
      cache_status: 'miss',
      first_cached_at: pages.get(url)?.first_cached_at ?? now,
      updated_at: now,
      age_seconds: 0,
      seo_score: isForbidden ? null : 86,
      audit: isForbidden ? null : audit,
      page: isForbidden
        ? null
        : { ...page!, requested_url: url, final_url: url, title: '<img src=x onerror=alert(1)> Prices' },
      robots: { allowed: !isForbidden, rule: isForbidden ? 'Disallow: /private' : null },
      security_headers: isForbidden ? null : security_headers,
      keywords: isForbidden ? null : top_keywords,
      sources: [isForbidden ? { ...site, status: 'blocked', fetched_at: null, error } : site],
    };
  }

  return {
    list: (domain: string) => ({
      pages: [...pages.values()].filter((page) => page.domain === domain).map(summaryOf),
      next: null,
    }),
    read(url: string): Page {
      const page = pages.get(url);
      if (!page) throw new Refusal(404, 'not_found', 'This page is not stored.');
      return page;
    },
    request({ url, refresh = false }: PageAuditRequest): Page {
      if (url.includes('@')) throw refusalOf('url', 'user_information');
      const stored = refresh ? undefined : pages.get(url);
      const page = stored ?? fetchPage(url);
      pages.set(url, page);
      return page;
    },
  };
}

const FIELDS = ['seo_score', 'audit', 'page', 'robots', 'security_headers', 'keywords'];

function summaryOf({ url, updated_at, seo_score, page, robots }: Page): PageSummary {
  const { http_status = null, title = null } = page ?? {};
  return { url, updated_at, seo_score, http_status, title, allowed: robots.allowed, failed: robots.allowed === false };
}
