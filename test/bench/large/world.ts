import { buffer } from 'node:stream/consumers';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createStore, startTables } from '../../../infra/local/aws/dynamodb.ts';
import { replayed } from '../../../infra/local/aws/authenticate.ts';
import { coordinationTable, historyTable, scheduleTable, siteCrawlsTable } from '../../support/dynamodb.ts';
import { createTablesOf, inProcessDynamoDB } from '../../support/in-process-dynamodb.ts';
import { startSite } from '../../support/site.ts';
import { LargeSite } from './large-site.ts';
import { COUNTS_PATH, type CountedCalls } from './counts.ts';
import type { SeedOrder, ServeOrder, WorldPorts } from './orders.ts';
import { seedCrawl } from './seed.ts';

// The process with the database, so that its work and its memory are not counted as those of the functions.
const counts: CountedCalls = { calls: 0, readUnits: 0, writeUnits: 0, deletes: 0 };
const { server, store } = await createStore();
await createTablesOf(store, [coordinationTable, historyTable, scheduleTable, siteCrawlsTable]);
const { endpoint } = await startTables([], { database: server, protect: counting });
const db = inProcessDynamoDB(store);

let site: LargeSite;
const { port: sitePort } = await startSite((request, response) => answer(request.url!, response));

process.on('message', (order: SeedOrder | ServeOrder) => {
  if ('serve' in order) site = new LargeSite(order);
  else void seedCrawl(order, db, siteCrawlsTable.name).then((seeded) => process.send!(seeded));
});
process.send!({ port: Number(new URL(endpoint).port), sitePort } satisfies WorldPorts);

/** Answers a request to the site. */
function answer(path: string, response: ServerResponse): void {
  if (path === '/sitemap.xml') {
    const urls = site.sitemap.map((listed) => `<url><loc>${new URL(listed, site.home).href}</loc></url>`);
    return void response.setHeader('content-type', 'text/xml').end(`<urlset>${urls.join('')}</urlset>`);
  }
  const { status, location, html } = site.answer(path);
  response.writeHead(status, { 'content-type': 'text/html', ...(location !== undefined && { location }) }).end(html);
}

/** Counts the calls of the processes that are measured, with the consumed capacity. */
function counting(listener: RequestListener): RequestListener {
  const count = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === COUNTS_PATH) return void response.end(JSON.stringify(counts));
    const body = await buffer(request);
    const input = JSON.parse(body.toString()) as Record<string, unknown>;
    const [, operation = ''] = String(request.headers['x-amz-target']).split('.');
    counts.calls += 1;
    counts.deletes += deletesOf(operation, input);
    const kind = /Get|Query|Scan/.test(operation) ? 'readUnits' : 'writeUnits';
    const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
    response.end = (...given: unknown[]) => {
      counts[kind] += unitsOf(given[0] as string | Buffer);
      return end(...given);
    };
    const asked = Buffer.from(JSON.stringify({ ...input, ReturnConsumedCapacity: 'TOTAL' }));
    listener(replayed(request, asked), response);
  };
  return (request, response) => void count(request, response).catch(() => response.destroy());
}

/** @param given a response of DynamoDB; items are binary, so that no other member contains this name */
function unitsOf(given: string | Buffer): number {
  const answer = given.toString();
  let units = 0;
  for (const [, text] of answer.matchAll(/"CapacityUnits":([\d.]+)/g)) units += Number(text);
  // A write whose condition fails consumes capacity too.
  return units === 0 && answer.includes('ConditionalCheckFailed') ? 1 : units;
}

function deletesOf(operation: string, { RequestItems = {} }: { RequestItems?: unknown }): number {
  if (operation === 'DeleteItem') return 1;
  if (operation !== 'BatchWriteItem') return 0;
  const requests = Object.values(RequestItems as Record<string, object[]>).flat();
  return requests.filter((request) => 'DeleteRequest' in request).length;
}
