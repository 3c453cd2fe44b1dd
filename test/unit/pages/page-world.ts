import { NOTFOUND } from 'node:dns';
import type { RequestListener } from 'node:http';
import type { PageAllowance } from '../../../functions/core/accounts/fetch-allowance.ts';
import { queryPage } from '../../../functions/core/pages/query-page.ts';
import type { PageServices } from '../../../functions/core/pages/read-page.ts';
import type { PageRecord } from '../../../functions/core/record/page-record.ts';
import type { SlotRequest } from '../../../functions/core/sources/site/site-requests.ts';
import { createPages } from '../../../functions/core/pages/pages.ts';
import { pagesTable } from '../../support/dynamodb.ts';
import { createTestRecordServices } from '../../support/record-services.ts';
import * as local from '../platform/network/local-servers.ts';

interface Options {
  /** Hosts that resolve to the server. */
  hosts?: string[];
  /** Whether a name exists in DNS. */
  exists?: (name: string) => boolean;
}

/** Opens a server for some hosts, with the real use case and stores. */
export async function createPageWorld(listener: RequestListener, options: Options = {}) {
  const { hosts = ['site.example', 'www.site.example', 'other.example'], exists = () => true } = options;
  const requests: string[] = [];
  const port = await local.serveHttp((request, response) => {
    requests.push(request.headers.host!.replace(/:\d+$/, '') + request.url!);
    listener(request, response);
  });
  const network = local.networkOf(Object.fromEntries(hosts.map((host) => [host, port])));
  const opened = await createTestRecordServices([]);
  const { clock, tables } = opened;
  const slotRequests: SlotRequest[] = [];
  const pauses: number[] = [];
  const services: PageServices = {
    ...opened.services,
    network: {
      ...network,
      resolver: () =>
        ({
          resolve4: (name: string) =>
            exists(name)
              ? Promise.resolve(['192.0.2.1'])
              : Promise.reject(Object.assign(new Error(), { code: NOTFOUND })),
          cancel: () => {},
        }) as never,
    },
    pages: createPages(tables.db, pagesTable.name, () => clock.now),
    pageSlots: (requested) => {
      slotRequests.push(requested);
      const rest = (ms: number) => Promise.resolve(void pauses.push(ms));
      return Promise.resolve({ next: () => Promise.resolve(), rest });
    },
  };
  const counted: string[] = [];
  const allowance: PageAllowance = { takePage: (domain) => Promise.resolve(void counted.push(domain)) };
  const ask = async (url: string, refresh = false, domain = new URL(url).hostname.replace(/^www\./, '')) => {
    const { entry, cacheStatus } = await queryPage({ address: { url, domain }, refresh, allowance }, services);
    return { entry, cacheStatus, record: JSON.parse(entry.recordJson) as PageRecord };
  };
  return {
    ...opened,
    services,
    block: (domain: string) => opened.services.followed.block(domain),
    clock,
    requests,
    slotRequests,
    pauses,
    counted,
    ask,
  };
}

export const HTML = '<!doctype html><html lang="en"><title>A page</title><body><h1>Words</h1>';

/** Answers robots.txt with a text, and everything else with a page. */
export const withRobots =
  (robots: string): RequestListener =>
  ({ url }, response) =>
    void response.setHeader('content-type', 'text/html').end(url === '/robots.txt' ? robots : HTML);
