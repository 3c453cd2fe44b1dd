import type { PageAddress } from '../domain/page-address.ts';
import { NetworkFailure } from '../network/failures.ts';
import { DISABLED, refusalOf } from '../providers/ask-source.ts';
import { failureAnswer } from '../providers/read-response.ts';
import type { PageRecord } from '../record/page-record.ts';
import type { SourceAnswer } from '../record/source-answer.ts';
import { judgePage } from '../sources/site/judge-page.ts';
import { createRobotsGate, RobotsDisallowed } from '../sources/site/robots-gate.ts';
import { siteSource } from '../sources/site/site.ts';
import { createSiteAccess } from '../sources/site/site-access.ts';
import { ProviderUnavailable } from '../storage/provider-rate-limit.ts';
import type { PageServices } from './services.ts';
import { visitPage } from './visit-page.ts';

/** What a page says. */
export type PageSections = Omit<PageRecord, 'sources'>;

/** What came of asking for a page: what it says, or why that is not known. */
export interface PageReading {
  answer: Pick<SourceAnswer, 'status' | 'http_status' | 'error' | 'retryAfterMs'>;
  /** Absent where the last that was known still holds. */
  sections?: PageSections;
  /** A server answered for the address, or robots.txt forbids it: there is something to be kept. */
  isAnswered: boolean;
}

/**
 * Asks for one page and judges it.
 *
 * @param until deadline, on the clock of `performance.now()`
 */
export async function readPage(address: PageAddress, until: number, services: PageServices): Promise<PageReading> {
  const { network, reader, now, pageTurns, followed, settings } = services;
  if (settings.disabled.has(siteSource.id)) return { answer: DISABLED, isAnswered: false };
  const site = createSiteAccess(address.domain, {
    network,
    gate: createRobotsGate(network, reader),
    takeTurns: pageTurns,
    isBlocked: (name) => followed.isBlocked(name),
    now,
  });
  reader.warm();
  try {
    const { served, robots, verdict } = await visitPage(address, { site, network, reader, until });
    const { failure, sections } = await judgePage(served, robots, reader, now());
    if (failure) return { answer: failure, isAnswered: true };
    const { top_keywords: keywords, ...judged } = sections;
    const { allowed, rule } = verdict;
    return {
      answer: { status: 'ok', http_status: served.status },
      sections: { ...judged, robots: { allowed, rule }, keywords },
      isAnswered: true,
    };
  } catch (error) {
    if (error instanceof RobotsDisallowed) return forbidden(error);
    if (error instanceof NetworkFailure) return { answer: failureAnswer(error), isAnswered: false };
    if (!(error instanceof ProviderUnavailable)) throw error;
    return { answer: { ...refusalOf(error.code), retryAfterMs: error.waitMs }, isAnswered: false };
  } finally {
    await network.release();
  }
}

/** Nothing of a page is told that its site does not want read. */
function forbidden(error: RobotsDisallowed): PageReading {
  const robots = { allowed: false, rule: error.rule };
  return { answer: failureAnswer(error), sections: { ...nothing, robots }, isAnswered: true };
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
