/** Calls every operation with the client of hey-api. */
import { createClient } from './client/client/index.js';
import * as api from './client/index.js';
import {
  failed,
  print,
  printAccount,
  printBatch,
  printHistory,
  printKeywords,
  printLongTail,
  printPage,
  printRecord,
  printSite,
  printSitePages,
  printUsage,
  printUser,
} from './read.ts';

const [baseUrl = '', apiKey = ''] = process.argv.slice(2);
// The key goes into the header alone, not into the address.
const client = createClient({ baseUrl, auth: ({ in: place }) => (place === 'query' ? undefined : apiKey) });
const domain = 'shop.example';

const record = await api.getDomainRecord({ client, query: { domain } });
if (record.error) failed(record.error);
printRecord(record.data.data);

const anyPage = await api.getPage({ client, query: { url: 'https://shop.example/de/' } });
if (anyPage.error) failed(anyPage.error);
printPage(anyPage.data.data);

const site = await api.getSiteAudit({ client, query: { domain, pages: 30 } });
if (site.error) failed(site.error);
printSite(site.data.data);
const ending = await api.cancelSiteAudit({ client, query: { domain } });
if (ending.error) print('not under way', { error: ending.error.error });
else printSite(ending.data.data);
const worst = { domain, status: '4xx', sort: 'inlinks', limit: 5 } as const;
const sitePages = await api.listSitePages({ client, query: worst });
if (sitePages.error) failed(sitePages.error);
printSitePages(sitePages.data.data);

const history = await api.getDomainHistory({ client, query: { domain, range: '90d', limit: 10 } });
if (history.error) failed(history.error);
printHistory(history.data.data);

/** @returns the next page's cursor. @param cursor empty for the first page */
async function readKeywords(cursor: string): Promise<string | null> {
  const words = { q: 'tents', word_count: '2+', sort: 'score', limit: 20, cursor } as const;
  const keywords = await api.searchKeywords({ client, query: words });
  if (keywords.error) return failed(keywords.error);
  printKeywords(keywords.data.data);
  return keywords.data.data.next_cursor;
}
let cursor = await readKeywords('');
while (cursor !== null) cursor = await readKeywords(cursor);

const longTail = await api.findLongTail({ client, query: { keyword: 'tents' } });
if (longTail.error) failed(longTail.error);
printLongTail(longTail.data.data);

const domains = [domain, 'localhost'];
const made = await api.createBatch({ client, body: { domains, fields: ['seo_score'] } });
if (made.error) failed(made.error);
printBatch(made.data.data);
const stored = await api.createBatch({ client, body: { domains: ['newer.example'], history: {} } });
if (stored.error) failed(stored.error);
const path = { id: stored.data.data.batch_id ?? '' };
const batch = await api.getBatch({ client, path });
if (batch.error) failed(batch.error);
printBatch(batch.data.data);
const cancelled = await api.cancelBatch({ client, path });
if (cancelled.error) failed(cancelled.error);
printBatch(cancelled.data.data);

const usage = await api.getUsage({ client });
if (usage.error) failed(usage.error);
printUsage(usage.data.data);

const body = { action: 'login', account: '13800000000', password: 'sandbox-password' } as const;
const login = await api.postForumAccount({ client, body });
if (login.error) failed(login.error);
printAccount(login.data);
const { data: account } = login.data;
if (!('_key' in account)) throw new Error('A login answers with a key');
const { _key } = account;
const user_id = String(account.user_id);

const checkIn = await api.getForumAccount({ client, query: { action: 'signin', _key, cat_id: '2' } });
if (checkIn.error) failed(checkIn.error);
printAccount(checkIn.data);
const everywhere = await api.getForumAccount({ client, query: { action: 'signin', _key } });
if (everywhere.error) failed(everywhere.error);
printAccount(everywhere.data);
const me = await api.getForumAccount({ client, query: { action: 'me', _key, user_id } });
if (me.error) failed(me.error);
printAccount(me.data);

const info = await api.getForumUser({ client, query: { action: 'info', user_id } });
if (info.error) failed(info.error);
printUser(info.data);
const comments = await api.postForumUser({ client, body: { action: 'comments', user_id, count: 5 } });
if (comments.error) failed(comments.error);
printUser(comments.data);

const refused = await api.getDomainHistory({ client, query: { domain, range: 'long', limit: 0 } });
if (refused.error?.error === 'invalid_parameter') {
  const { code, retryable, retry_after_seconds, details } = refused.error;
  print('refused', { code, retryable, retry_after_seconds, details: details?.map(({ param }) => param).join() });
}
const { error } = await api.getForumAccount({ client, query: { action: 'me', _key, user_id: '' } });
if (error?.error === 'unsupported_action') print('usage', { login: error.params['login']?.join() });
else if (error?.error === 'upstream_refused') print('upstream', { said: error.upstream.msg });
else if (error?.error === 'rate_limited') print('limited', { retry_after_seconds: error.retry_after_seconds });
else if (error) print('missing', { code: error.code, details: error.details?.map(({ param }) => param).join() });

const index = await api.getIndex({ client });
if (index.error) failed(index.error);
print('index', { docs: index.data.data.docs, openapi: index.data.data.openapi });

const health = await api.getHealth({ client });
if (health.error) failed(health.error);
const heads = [
  await api.headIndex({ client }),
  await api.headHealth({ client }),
  await api.headOpenApiDocument({ client }),
  await api.headReferencePage({ client }),
];
print('health', { status: health.data.data.status, heads: heads.map(({ response }) => response?.status).join() });

const description = await api.getOpenApiDocument({ client });
if (description.error) failed(description.error);
print('description', { openapi: description.data.openapi, paths: Object.keys(description.data.paths).length });
const page = await api.getReferencePage({ client });
if (page.error) failed(page.error);
const file = await api.getReferencePageFile({ client, path: { file: 'init.js' } });
if (file.error) failed(file.error);
print('docs', { page: page.data.includes('<title>'), file: file.data.length > 0 });

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
