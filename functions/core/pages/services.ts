import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { createSiteAskingServices } from '../domains/services.ts';
import type { ExistenceServices } from '../domains/existence.ts';
import { createSiteTurns, type TakeTurns } from '../sources/site/site-requests.ts';
import type { FetchLeases } from '../platform/coordination.ts';
import { createPages, type Pages } from './pages.ts';
import { PAGE_SLOT_MS } from '../platform/time/limits.ts';
import type { PageFetchSettings } from '../platform/settings/settings.ts';

/** What fetching pages needs. */
export interface PageServices extends ExistenceServices {
  pages: Pages;
  leases: FetchLeases;
  pageTurns: TakeTurns;
}

interface Services extends PageServices {
  /** Whether a host is reached although its name is reserved. */
  isReachable: (host: string) => boolean;
}

/** Creates it from the settings. */
export function createPageServices(db: DynamoDB, settings: PageFetchSettings): Services {
  const services = createSiteAskingServices(db, settings);
  const { network, rateLimit, now } = services;
  return {
    ...services,
    pages: createPages(db, settings.PAGES_TABLE, now),
    pageTurns: createSiteTurns(rateLimit, PAGE_SLOT_MS, network.isOverridden),
  };
}
