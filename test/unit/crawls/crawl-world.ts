import type { RequestListener } from 'node:http';
import type { SiteRow } from '../../../functions/core/record/site-schema.ts';
import {
  beginCrawl,
  type Coverage,
  coverageOf,
  type CrawlStarter,
} from '../../../functions/core/crawls/begin-crawl.ts';
import { CHECKPOINT_PAGES } from '../../../functions/core/crawls/checkpoint.ts';
import { createCrawlMemory } from '../../../functions/core/crawls/crawl-memory.ts';
import { createInvocationShares } from '../../../functions/core/crawls/crawl-shares.ts';
import { crawlSlice } from '../../../functions/core/crawls/crawl-slice.ts';
import type { CrawlServices } from '../../../functions/core/crawls/services.ts';
import { reportCrawl } from '../../../functions/core/site-reports/end/report-crawl.ts';
import type { ReportServices } from '../../../functions/core/site-reports/end/services.ts';
import { createFetchLeases } from '../../../functions/core/platform/coordination.ts';
import type { SlotRequest } from '../../../functions/core/sources/site/site-requests.ts';
import { createAllowances } from '../../../functions/core/accounts/allowances.ts';
import type { CrawlsTask, CrawlTask, ReportTask } from '../../../functions/core/crawls/tasks.ts';
import type { StoredResult } from '../../../functions/core/crawls/store/item.ts';
import { createCrawlerInvocations } from '../../../functions/core/crawls/store/crawler-invocations.ts';
import { createCrawlsInProgress } from '../../../functions/core/crawls/store/crawls-in-progress.ts';
import { createSiteCrawls, type HistoryEntry } from '../../../functions/core/crawls/store/site-crawls.ts';
import { createVerifications, type Proof } from '../../../functions/core/crawls/store/verifications.ts';
import { coordinationTable, siteCrawlsTable } from '../../support/dynamodb.ts';
import { createTestRecordServices } from '../../support/record-services.ts';
import * as local from '../platform/network/local-servers.ts';

/** Answers of a site by path, or by host and path: the text of a page, or a listener. */
export type Answers = Record<string, string | RequestListener>;

/** Sites besides `site.example`, for crawls in one invocation. */
export const SITES = Array.from({ length: 10 }, (_, index) => `site-${index}.example`);

const HOSTS = [
  ...SITES,
  'site.example',
  'www.site.example',
  'other.example',
  'linked.example',
  'files.example',
  'blocked.example',
];

/** A page with a title and links. */
export const html = (title: string, ...links: string[]) =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>` +
  links.map((link) => `<p>About ${title}: <a href="${link}">${link}</a></p>`).join('');

/** The services of the crawler and of the function that makes reports. */
export interface SiteServices extends CrawlServices, ReportServices {
  /** Messages of reports that were not processed. */
  reportTasks: ReportTask[];
}

/** Processes a message of a crawl, and then the messages of reports that it has sent. */
export async function crawlSite(task: CrawlTask, services: SiteServices): Promise<void> {
  await crawlSlice(task, services);
  for (let next = services.reportTasks.shift(); next; next = services.reportTasks.shift()) {
    await reportCrawl(next, services);
  }
}

/** A site, and the real crawl of it with its stores; the queue records its messages. */
export async function createCrawlWorld(answers: Answers) {
  const requests: string[] = [];
  const listener: RequestListener = (request, response) => {
    const url = request.url!;
    const address = request.headers.host!.replace(/:\d+$/, '') + url;
    requests.push(request.method === 'GET' ? address : `${request.method} ${address}`);
    const answer = answers[address] ?? answers[url];
    if (typeof answer === 'function') return answer(request, response);
    if (answer === undefined) return void response.writeHead(404, { 'content-type': 'text/html' }).end(html('None'));
    const type = url.endsWith('.txt') ? 'text/plain' : url.endsWith('.xml') ? 'application/xml' : 'text/html';
    response.setHeader('content-type', type).end(answer);
  };
  const port = await local.serveHttp(listener);
  const opened = await createTestRecordServices([]);
  const { clock, tables } = opened;
  const items = tables.db;
  const slotRequests: SlotRequest[] = [];
  const messages: { task: CrawlTask; delayMs: number }[] = [];
  /** Messages that continue several crawls. */
  const groups: CrawlsTask[] = [];
  const reportTasks: ReportTask[] = [];
  const services = {
    ...opened.services,
    network: {
      ...local.networkOf(Object.fromEntries(HOSTS.map((host) => [host, port]))),
      resolver: () => ({ resolve4: () => Promise.resolve(['192.0.2.1']), cancel: () => {} }),
    },
    crawls: createSiteCrawls(tables.db, siteCrawlsTable.name, () => clock.now),
    crawlsInProgress: createCrawlsInProgress(tables.db, siteCrawlsTable.name),
    allowances: createAllowances(items, coordinationTable.name, () => clock.now),
    verifications: createVerifications(tables.db, siteCrawlsTable.name, () => clock.now),
    queue: {
      send(task: CrawlTask, delayMs = 0) {
        messages.push({ task, delayMs });
        return Promise.resolve();
      },
    },
    crawlSlots: (requested: SlotRequest) => {
      slotRequests.push(requested);
      return Promise.resolve({ next: () => Promise.resolve(), rest: () => Promise.resolve() });
    },
    crawlGroups: { send: (group: CrawlsTask) => Promise.resolve(void groups.push(group)) },
    memory: createCrawlMemory(),
    shares: createInvocationShares(),
    invocations: createCrawlerInvocations(tables.db, siteCrawlsTable.name, () => clock.now),
    readerOf: () => opened.services.reader,
    checkpointPages: CHECKPOINT_PAGES,
    reports: { send: (task: ReportTask) => Promise.resolve(void reportTasks.push(task)) },
    reportTasks,
    reportLeases: createFetchLeases(items, coordinationTable.name, () => clock.now),
  } as unknown as SiteServices;

  /** Processes messages until there is none; their delays pass at once. */
  const delays: number[] = [];
  const workOff = async () => {
    for (let next = messages.shift(); next; next = messages.shift()) {
      clock.now += next.delayMs;
      delays.push(next.delayMs);
      await crawlSite(next.task, services);
    }
  };
  /** @returns the outcome of the last crawl */
  const read = async (domain = 'site.example') => {
    const { inProgress, audit, historyJson } = await services.crawls.read(domain, { consistent: true });
    const ended = await services.crawls.list(domain, { consistent: true });
    const last = ended[0];
    return {
      inProgress: inProgress[0] ?? null,
      ended,
      audit,
      history: JSON.parse(historyJson) as HistoryEntry[],
      result: last && (JSON.parse(await services.crawls.readResult(last)) as StoredResult),
      rows: last ? await services.crawls.readRows(last) : ([] as SiteRow[]),
    };
  };
  const begin = (pages = 500, starter: Partial<CrawlStarter> = {}, domain = 'site.example', coverage: Coverage = {}) =>
    beginCrawl(
      { domain, pages, ...coverageOf(coverage), sealCredentials: () => Promise.resolve(Buffer.from('sealed')) },
      { owner: null, allowance: null, ...starter },
      services,
    );
  const crawl = async (pages?: number, coverage?: Coverage, starter?: Partial<CrawlStarter>) => {
    await begin(pages, starter, undefined, coverage);
    await workOff();
    return read();
  };
  /** Stores that an owner has proved control of a domain. */
  const prove = async (owner: string, proof: Proof = 'file', domain = 'site.example') => {
    const verifications = createVerifications(tables.db, siteCrawlsTable.name, () => clock.now);
    const { token } = await verifications.readOrCreate(domain, owner);
    await verifications.confirm(domain, owner, { token, proof });
  };
  return {
    ...opened,
    services,
    prove,
    listener,
    answers,
    requests,
    slotRequests,
    messages,
    groups,
    delays,
    workOff,
    read,
    begin,
    crawl,
  };
}
