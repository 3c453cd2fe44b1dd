import type { Comparison } from '../../../../functions/core/site-reports/compare/compare-crawls.ts';
import { catalogue } from '../../../../functions/core/site-reports/issues/catalogue.computed.ts';
import { endedCrawl } from '../../../support/site-audit.ts';

export const SITE = 'https://shop.example/';

export type ComparedErrors = Partial<Comparison>;

/** Returns what the report of a comparison is made from; by default, nothing differs. */
export function reportOf(comparison: ComparedErrors, crawl: Partial<ReturnType<typeof endedCrawl>> = {}) {
  const none = { error: 0, warning: 0, notice: 0 };
  const notCompared = { newer: none, base: none };
  return {
    ...{ site: SITE, catalogue, version: '0.4.0' },
    newer: endedCrawl({ finishedAt: '2026-11-23T02:00:01.234Z', ...crawl }),
    comparison: { added: [], fixed: [], persisting: [], unknown: [], notCompared, pages: [], ...comparison },
  };
}
