import * as z from 'zod';
import { pageAddressParameter } from '../core/platform/names/address-parameters.ts';
import { ServiceError } from '../core/platform/http/errors.ts';
import { readJsonBody } from '../core/platform/http/json-body.ts';
import { readParameters } from '../core/platform/http/parameters.ts';
import { rule } from '../core/platform/http/rules.ts';
import { type CachedPage, pageFront, type PageRecord } from '../core/record/page-record.ts';
import { hasFailed } from '../core/record/record-row.ts';
import type { Pages as StoredPages, StoredPage } from '../core/pages/pages.ts';
import type { Page, PageSummary } from './contract.ts';
import { domainOf, type DomainServices } from './domain-routes.ts';
import type { InvokedEndpoint } from './invoke-endpoint.ts';
import type { Route } from './router.ts';

export interface PageRouteServices extends Pick<DomainServices, 'isReachable'> {
  pages: Pick<StoredPages, 'list' | 'read'>;
  /** The public endpoint, which fetches pages. */
  pageEndpoint: InvokedEndpoint;
}

const listParameters = z.object({ after: z.string(rule('text')).max(100, rule('max_characters')).optional() });

/** Routes for single pages. */
export const pageRoutes: Route<PageRouteServices>[] = [
  {
    method: 'GET',
    pattern: 'domains/{domain}/pages',
    handle: async (call, services) => {
      const { after = null } = readParameters(call.event, listParameters);
      const { pages, next } = await services.pages.list(domainOf(call, services), after);
      return { data: { pages: pages.map(summaryOf), next } };
    },
  },
  {
    method: 'GET',
    pattern: 'pages',
    handle: async ({ event }, services) => {
      const { url } = readParameters(event, z.object({ url: pageAddressParameter(services.isReachable) }));
      const entry = await services.pages.read(url, { consistent: true });
      if (!entry) throw new ServiceError('not_found', { message: 'This page is not stored.' });
      return { data: answerOf(entry, 'hit') };
    },
  },
  {
    method: 'POST',
    pattern: 'pages',
    handle: async ({ event }, services) => {
      const schema = z.strictObject(
        {
          url: pageAddressParameter(services.isReachable),
          refresh: z.boolean(rule('boolean')).default(false),
        },
        rule('json_object'),
      );
      const { url, refresh } = readJsonBody(event, schema);
      const query = { url: [url.url], ...(refresh && { refresh: ['1'] }) };
      const { body } = await services.pageEndpoint(event, { resource: '/api/v1/seo/page', query });
      return { data: (JSON.parse(body) as { data: Page }).data, note: { name: url.url } };
    },
  },
];

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
