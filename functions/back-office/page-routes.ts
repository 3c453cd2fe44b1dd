import { ServiceError } from '../core/platform/http/errors.ts';
import { type CachedPage, pageFront, type PageRecord } from '../core/record/page-record.ts';
import { hasFailed } from '../core/record/record-row.ts';
import type { Pages as StoredPages, StoredPage } from '../core/pages/pages.ts';
import type { HostServices } from './contract/entry.ts';
import { type Page, pageContract, type PageSummary } from './contract/pages.ts';
import type { InvokedEndpoint } from './invoke-endpoint.ts';
import { routesOf } from './router.ts';

export interface PageRouteServices extends HostServices {
  pages: Pick<StoredPages, 'list' | 'read'>;
  /** The public endpoint, which fetches pages. */
  pageEndpoint: InvokedEndpoint;
}

/** Routes for single pages. */
export const pageRoutes = routesOf<typeof pageContract, PageRouteServices>(pageContract, {
  pages: async ({ params, query: { after = null } }, services) => {
    const { pages, next } = await services.pages.list(params.domain, after);
    return { data: { pages: pages.map(summaryOf), next } };
  },
  storedPage: async ({ query: { url } }, services) => {
    const entry = await services.pages.read(url, { consistent: true });
    if (!entry) throw new ServiceError('not_found', { message: 'This page is not stored.' });
    return { data: answerOf(entry, 'hit') };
  },
  page: async ({ event, body: { url, refresh } }, services) => {
    const query = { url: [url.url], ...(refresh && { refresh: ['1'] }) };
    const { body } = await services.pageEndpoint(event, { resource: '/api/v1/seo/page', query });
    return { data: (JSON.parse(body) as { data: Page }).data, note: { name: url.url } };
  },
});

function answerOf(entry: CachedPage, cacheStatus: Page['cache_status']): Page {
  const record = JSON.parse(entry.recordJson) as PageRecord;
  return { ...pageFront(entry, cacheStatus, Date.now()), ...record };
}

function summaryOf({ url, updatedAt, recordJson }: StoredPage): PageSummary {
  const { seo_score, page, robots, sources } = JSON.parse(recordJson) as PageRecord;
  return {
    url,
    updated_at: updatedAt,
    seo_score,
    http_status: page?.http_status ?? null,
    title: page?.title ?? null,
    allowed: robots.allowed,
    failed: sources.some(hasFailed),
  };
}
