import type { IconName } from '../../ui/icon-paths.ts';
import type { AuditResult } from '../../language/audit-texts.ts';

export type Status = AuditResult['status'];

/** In the order in which they are shown. */
export const STATUSES = ['fail', 'pass', 'not_applicable'] as const satisfies Status[];
export const ICONS: Record<Status, IconName> = {
  fail: 'error',
  pass: 'success',
  not_applicable: 'minus',
};

/** Lighthouse's groups of the SEO category. */
export const CATEGORIES = ['crawling', 'content'] as const;
export type Category = (typeof CATEGORIES)[number];
const CRAWLING = new Set(['is-crawlable', 'http-status-code', 'crawlable-anchors', 'robots-txt']);
export const categoryOf = ({ id }: Pick<AuditResult, 'id'>): Category => (CRAWLING.has(id) ? 'crawling' : 'content');

/** Returns the audits with a status, the heaviest first. */
export function heaviestFirst(audits: readonly AuditResult[], status: AuditResult['status']): AuditResult[] {
  return audits.filter((one) => one.status === status).toSorted((a, b) => b.weight - a.weight);
}

/** Returns how many points of the score an audit decides on: its part of the weights of the audits that apply. */
export function pointsOf({ weight }: AuditResult, audits: readonly AuditResult[]): number {
  const whole = audits.reduce((sum, one) => sum + (one.score === null ? 0 : one.weight), 0);
  return whole === 0 ? 0 : Math.round((weight / whole) * 100);
}
