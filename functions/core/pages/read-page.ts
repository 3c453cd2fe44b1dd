import type { PageAddress } from '../platform/names/page-address.ts';
import { ServiceError } from '../platform/http/errors.ts';
import { message } from '../platform/http/message.ts';
import { hasFailed, NetworkFailure } from '../platform/network/failures.ts';
import { DISABLED } from '../sources/providers/ask-source.ts';
import { failureAnswer } from '../sources/providers/read-response.ts';
import type { PageRecord } from '../record/page-record.ts';
import type { SourceAnswer, SourceError } from '../record/source-answer.ts';
import { judgePage } from '../sources/site/judge-page.ts';
import { createRobotsGate } from '../sources/site/robots-gate.ts';
import { siteSource } from '../sources/site/site.ts';
import { createSiteAccess } from '../sources/site/site-requests.ts';
import { ProviderUnavailable } from '../platform/rate-limit.ts';
import type { PageServices } from './services.ts';
import { visitPage } from './visit-page.ts';

/** What a page says. */
export type PageSections = Omit<PageRecord, 'sources'>;

/** What came of asking for a page where a server answered, or robots.txt forbids it: there is something to be kept. */
export interface PageReading {
  answer: Pick<SourceAnswer, 'status' | 'http_status' | 'error' | 'retryAfterMs'>;
  /** What is known now; where it is not all, what was known of the rest still holds. */
  sections: PageSections | Pick<PageSections, 'robots'>;
}

/** @throws {ServiceError} all_sources_failed where the operator has switched off that sites are asked */
export function refuseIfDisabled(address: PageAddress, { settings }: Pick<PageServices, 'settings'>): void {
  if (settings.disabled.has(siteSource.id)) throw unread(address, DISABLED.error!);
}

/**
 * Asks for one page and judges it.
 *
 * @param until deadline, on the clock of `performance.now()`
 * @throws {ServiceError} all_sources_failed where no server answered with a page or something in its place
 */
export async function readPage(address: PageAddress, until: number, services: PageServices): Promise<PageReading> {
  const { network, reader, now, pageTurns, followed } = services;
  const site = createSiteAccess(address.domain, {
    network,
    gate: createRobotsGate(network, reader),
    takeTurns: pageTurns,
    isBlocked: (name) => followed.isBlocked(name),
    now,
  });
  reader.warm();
  try {
    const { served, robots, verdict } = await visitPage(address, { site, reader, until });
    const { failure, sections } = await judgePage(served, robots, reader, now());
    const { allowed, rule } = verdict;
    const found = { robots: { allowed, rule } };
    if (failure) return { answer: failure, sections: found };
    const { top_keywords: keywords, ...judged } = sections;
    return { answer: { status: 'ok', http_status: served.status }, sections: { ...judged, ...found, keywords } };
  } catch (error) {
    if (hasFailed(error, 'robots_disallowed')) return forbidden(error);
    if (error instanceof NetworkFailure) throw unread(address, error);
    if (error instanceof ProviderUnavailable) throw unread(address, { ...error, message: NO_TURN[error.code] });
    throw error;
  } finally {
    await network.release();
  }
}

/** Nothing of a page is told that its site does not want read. */
function forbidden(error: NetworkFailure): PageReading {
  return {
    answer: failureAnswer(error),
    sections: { ...nothing, robots: { allowed: false, rule: error.rule } },
  };
}

const NO_TURN: Record<ProviderUnavailable['code'], string> = {
  busy: 'At the pace that its site wants, its turn comes too late',
  retry_later: 'The site asked to be left alone for a while',
  source_down: 'The site has failed several times in a row and is left alone for a while',
};

type Unread = Pick<SourceError, 'code' | 'message'> & Partial<Pick<ProviderUnavailable, 'waitMs'>>;

function unread({ url }: PageAddress, { code, message: reason, waitMs }: Unread): ServiceError {
  const seconds = waitMs === undefined ? undefined : Math.max(1, Math.ceil(waitMs / 1000));
  const host = new URL(url).hostname;
  return new ServiceError('all_sources_failed', {
    message: message`The page of ${{ host }} could not be read: ${{ reason }} (${{ code }})`,
    retryAfterSeconds: seconds,
  });
}

/** Of a page that was never read. */
export const nothing: PageSections = {
  seo_score: null,
  audit: null,
  page: null,
  robots: { allowed: null, rule: null },
  security_headers: null,
  keywords: null,
};
