/** Calls every operation with the client of openapi-typescript and openapi-fetch. */
import createClient from 'openapi-fetch';
import {
  failed,
  print,
  printAccount,
  printBatch,
  printCatalogue,
  printComparison,
  printCrawls,
  printHistory,
  printKeywords,
  printLongTail,
  printPage,
  printRecord,
  printSite,
  printSiteIssues,
  printSiteLinks,
  printSitePages,
  printUsage,
  printUser,
} from './read.ts';
import type { paths } from './types.ts';

const [baseUrl = '', apiKey = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { 'X-SEO-API-Key': apiKey } });
const domain = 'shop.example';

const record = await client.GET('/api/v1/seo/query', { params: { query: { domain } } });
if (record.error) failed(record.error);
printRecord(record.data.data);

const anyPage = await client.GET('/api/v1/seo/page', { params: { query: { url: 'https://shop.example/de/' } } });
if (anyPage.error) failed(anyPage.error);
printPage(anyPage.data.data);

const query = { domain, pages: 30 };
const site = await client.GET('/api/v1/seo/site', { params: { query } });
if (site.error) failed(site.error);
printSite(site.data.data);
const settings = {
  domain,
  pages: 30,
  include: [],
  exclude: ['/de/'],
  depth: null,
  external: false,
  resources: false,
  rate: 1,
};
const started = await client.POST('/api/v1/seo/site', { body: settings });
if (started.error) print('not started', { error: started.error.error });
else printSite(started.data.data);
const ending = await client.DELETE('/api/v1/seo/site', { params: { query: { domain } } });
if (ending.error) print('not under way', { error: ending.error.error });
else printSite(ending.data.data);
const worst = { domain, status: '4xx', sort: 'inlinks', limit: 5 } as const;
const sitePages = await client.GET('/api/v1/seo/site/pages', { params: { query: worst } });
if (sitePages.error) failed(sitePages.error);
printSitePages(sitePages.data.data);
const errors = { domain, issue: 'broken-link', severity: 'error', url: 'https://shop.example/' } as const;
const siteIssues = await client.GET('/api/v1/seo/site/issues', { params: { query: errors } });
if (siteIssues.error) failed(siteIssues.error);
printSiteIssues(siteIssues.data.data);
const broken = { domain, to: 'https://shop.example/', status: '4xx', kind: 'link' } as const;
const siteLinks = await client.GET('/api/v1/seo/site/links', { params: { query: broken } });
if (siteLinks.error) failed(siteLinks.error);
printSiteLinks(siteLinks.data.data);
const verification = await client.GET('/api/v1/seo/site/verification', { params: { query: { domain } } });
if (verification.error) failed(verification.error);
print('verification', { verified: verification.data.data.verified, expires_at: verification.data.data.expires_at });
const crawls = await client.GET('/api/v1/seo/site/crawls', { params: { query: { domain } } });
if (crawls.error) failed(crawls.error);
printCrawls(crawls.data.data);
const compared = await client.GET('/api/v1/seo/site/compare', { params: { query: { domain, format: 'json' } } });
if (compared.data) printComparison(compared.data.data);
else print('not compared', { error: compared.error.error });
const catalogue = await client.GET('/api/v1/seo/issues');
if (catalogue.error) failed(catalogue.error);
printCatalogue(catalogue.data.data);

const watchSettings = {
  domains: [domain],
  conditions: [{ on: 'below', metric: 'seo_score', value: 50 }],
  crawl: null,
  deliver: null,
  mail: false,
} as const;
const newWatch = await client.POST('/api/v1/seo/watches', {
  body: { ...watchSettings, domains: [domain], conditions: [...watchSettings.conditions] },
});
if (newWatch.error) failed(newWatch.error);
const path = { id: newWatch.data.data.id };
const watches = await client.GET('/api/v1/seo/watches');
if (watches.error) failed(watches.error);
const changed = await client.PATCH('/api/v1/seo/watches/{id}', { params: { path }, body: { crawl: null } });
if (changed.error) failed(changed.error);
const watch = await client.GET('/api/v1/seo/watches/{id}', { params: { path } });
if (watch.error) failed(watch.error);
const tested = await client.POST('/api/v1/seo/watches/{id}/test', { params: { path } });
const rotated = await client.POST('/api/v1/seo/watches/{id}/secret', { params: { path } });
if (rotated.error) failed(rotated.error);
const events = await client.GET('/api/v1/seo/watches/{id}/events', { params: { path, query: { limit: 10 } } });
if (events.error) failed(events.error);
const ownSecret = await client.POST('/api/v1/seo/watches/secret');
if (ownSecret.error) failed(ownSecret.error);
const secretState = await client.GET('/api/v1/seo/watches/secret');
if (secretState.error) failed(secretState.error);
const deleted = await client.DELETE('/api/v1/seo/watches/{id}', { params: { path } });
if (deleted.error) failed(deleted.error);
print('watch', {
  watches: watches.data.data.watches.length,
  domains: watch.data.data.domains?.join(),
  on: changed.data.data.conditions.map(({ on }) => on).join(),
  test: tested.error?.error,
  secrets: [newWatch.data.data.secret, rotated.data.data.secret, ownSecret.data.data.secret]
    .map((text) => text.slice(0, 6))
    .join(),
  created: secretState.data.data.created,
  events: events.data.data.events.length,
  deleted: deleted.data.data.deleted,
});

const history = await client.GET('/api/v1/seo/history', { params: { query: { domain, range: '90d', limit: 10 } } });
if (history.error) failed(history.error);
printHistory(history.data.data);

/** @returns the next page's cursor. @param cursor empty for the first page */
async function readKeywords(cursor: string): Promise<string | null> {
  const words = { q: 'tents', word_count: '2+', sort: 'score', limit: 20, cursor } as const;
  const keywords = await client.GET('/api/v1/seo/keywords', { params: { query: words } });
  if (keywords.error) return failed(keywords.error);
  printKeywords(keywords.data.data);
  return keywords.data.data.next_cursor;
}
let cursor = await readKeywords('');
while (cursor !== null) cursor = await readKeywords(cursor);

const longTail = await client.GET('/api/v1/seo/long-tail', { params: { query: { keyword: 'tents' } } });
if (longTail.error) failed(longTail.error);
printLongTail(longTail.data.data);

const domains = [domain, 'localhost'];
const made = await client.POST('/api/v1/seo/batches', { body: { domains, fields: ['seo_score'] } });
if (made.error) failed(made.error);
printBatch(made.data.data);
const stored = await client.POST('/api/v1/seo/batches', { body: { domains: ['new.example'], history: {} } });
if (stored.error) failed(stored.error);
const params = { path: { id: stored.data.data.batch_id ?? '' } };
const batch = await client.GET('/api/v1/seo/batches/{id}', { params });
if (batch.error) failed(batch.error);
printBatch(batch.data.data);
const cancelled = await client.DELETE('/api/v1/seo/batches/{id}', { params });
if (cancelled.error) failed(cancelled.error);
printBatch(cancelled.data.data);

const usage = await client.GET('/api/v1/usage');
if (usage.error) failed(usage.error);
printUsage(usage.data.data);

const body = { action: 'login', account: '13800000000', password: 'sandbox-password' } as const;
const login = await client.POST('/api/forumA', { body });
if (login.error) failed(login.error);
printAccount(login.data);
const { data: account } = login.data;
if (!('_key' in account)) throw new Error('A login answers with a key');
const { _key } = account;
const user_id = String(account.user_id);

const checkIn = await client.GET('/api/forumA', { params: { query: { action: 'signin', _key, cat_id: '2' } } });
if (checkIn.error) failed(checkIn.error);
printAccount(checkIn.data);
const everywhere = await client.GET('/api/forumA', { params: { query: { action: 'signin', _key } } });
if (everywhere.error) failed(everywhere.error);
printAccount(everywhere.data);
const me = await client.GET('/api/forumA', { params: { query: { action: 'me', _key, user_id } } });
if (me.error) failed(me.error);
printAccount(me.data);

const info = await client.GET('/api/forumU', { params: { query: { action: 'info', user_id } } });
if (info.error) failed(info.error);
printUser(info.data);
const comments = await client.POST('/api/forumU', { body: { action: 'comments', user_id, count: 5 } });
if (comments.error) failed(comments.error);
printUser(comments.data);

const refused = await client.GET('/api/v1/seo/history', { params: { query: { domain, range: 'long', limit: 0 } } });
if (refused.error?.error === 'invalid_parameter') {
  const { code, retryable, retry_after_seconds, details } = refused.error;
  print('refused', { code, retryable, retry_after_seconds, details: details?.map(({ param }) => param).join() });
}
const { error } = await client.GET('/api/forumA', { params: { query: { action: 'me', _key, user_id: '' } } });
if (error?.error === 'unsupported_action') print('usage', { login: error.params['login']?.join() });
else if (error?.error === 'upstream_refused') print('upstream', { said: error.upstream.msg });
else if (error?.error === 'rate_limited') print('limited', { retry_after_seconds: error.retry_after_seconds });
else if (error) print('missing', { code: error.code, details: error.details?.map(({ param }) => param).join() });

const index = await client.GET('/');
if (index.error) failed(index.error);
print('index', { docs: index.data.data.docs, openapi: index.data.data.openapi });

const health = await client.GET('/health');
if (health.error) failed(health.error);
const heads = [
  await client.HEAD('/'),
  await client.HEAD('/health'),
  await client.HEAD('/openapi.json'),
  await client.HEAD('/docs'),
];
print('health', { status: health.data.data.status, heads: heads.map(({ response }) => response.status).join() });

const description = await client.GET('/openapi.json');
if (description.error) failed(description.error);
print('description', { openapi: description.data.openapi, paths: Object.keys(description.data.paths).length });
const page = await client.GET('/docs', { parseAs: 'text' });
if (page.error) failed(page.error);
const file = await client.GET('/docs/{file}', { params: { path: { file: 'init.js' } }, parseAs: 'text' });
if (file.error) failed(file.error);
print('docs', { page: page.data.includes('<title>'), file: file.data.length > 0 });

const csv = { headers: { Accept: 'text/csv' }, parseAs: 'text' } as const;
const table = await client.GET('/api/v1/seo/history', { params: { query: { domain } }, ...csv });
if (table.error) failed(table.error);
print('table', { first: table.data.split(',')[0] });

/** Does not compile where an answer is of the type any. */
export const undescribed = [
  // @ts-expect-error: not described
  record.data.data.undescribed,
  // @ts-expect-error: not described
  history.data.data.undescribed,
  // @ts-expect-error: not described
  longTail.data.data.groups[0]?.undescribed,
  // @ts-expect-error: not described
  me.data.data.undescribed,
  // @ts-expect-error: not described
  info.data.data.undescribed,
  // @ts-expect-error: not described
  refused.error?.undescribed,
];
