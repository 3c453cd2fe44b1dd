import type { IssueRow } from '../../../../functions/core/record/site-evidence-schema.ts';
import type { Comparison } from '../../../../functions/core/site-reports/compare/compare-crawls.ts';
import { occurrencesOf } from '../../../../functions/core/site-reports/compare/occurrences.ts';
import { catalogue } from '../../../../functions/core/site-reports/issues/catalogue.computed.ts';
import { endedCrawl } from '../../../support/site-audit.ts';

export const SITE = 'https://shop.example/';

const LISTS = ['added', 'fixed', 'persisting', 'unknown'] as const;

/** Occurrences of a comparison. */
export type ComparedErrors = Partial<Record<(typeof LISTS)[number], IssueRow[]> & Pick<Comparison, 'notCompared'>>;

/** Returns what the report of a comparison is made from; by default, nothing differs. */
export function reportOf(comparison: ComparedErrors, crawl: Partial<ReturnType<typeof endedCrawl>> = {}) {
  const none = { error: 0, warning: 0, notice: 0 };
  const lists = Object.fromEntries(LISTS.map((name) => [name, occurrencesOf(comparison[name] ?? [])]));
  return {
    ...{ site: SITE, catalogue, version: '0.4.0' },
    newer: endedCrawl({ finishedAt: '2026-11-23T02:00:01.234Z', ...crawl }),
    comparison: {
      notCompared: comparison.notCompared ?? { newer: none, base: none },
      ...{ unknownAt: [], pages: { count: 0, first: [] } },
      ...(lists as Pick<Comparison, (typeof LISTS)[number]>),
    },
  };
}
