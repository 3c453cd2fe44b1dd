import type { Audit } from '../../../../../core/record/record.ts';
import type { Format } from '../../language/format.ts';
import type { Translate } from '../../language/messages.ts';
import type { IconName } from '../../ui/icon-paths.ts';
import type { AuditResult } from '../../language/audit-texts.ts';

export type ExtraCheck = Audit['extra_checks'][number];
export type Status = ExtraCheck['status'];

/** In the order in which they are shown. */
export const STATUSES = ['fail', 'warn', 'pass', 'not_applicable'] as const satisfies Status[];
export const TONES: Record<Status, 'bad' | 'warn' | 'good' | 'neutral'> = {
  fail: 'bad',
  warn: 'warn',
  pass: 'good',
  not_applicable: 'neutral',
};
export const ICONS: Record<Status, IconName> = {
  fail: 'error',
  warn: 'warning',
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

/** Returns the name of a check, the value that was found and those that pass; of an unknown check those of the record. */
export function checkTexts({ id, value, unit, threshold }: ExtraCheck, t: Translate, format: Format) {
  const textOf = (key: string, otherwise: string) => (t.has(key) ? t(key) : otherwise);
  const written = () => {
    if (value === null) return t('record.none');
    if (typeof value === 'boolean') return t(value ? 'record.yes' : 'record.no');
    return typeof value === 'number' ? format.number(value) : value;
  };
  const unitText = unit === null || value === null ? '' : textOf(`audits.units.${unit}`, unit);
  return {
    name: textOf(`audits.checks.${id}.name`, id),
    value: unitText ? `${written()} ${unitText}` : written(),
    passes: textOf(`audits.checks.${id}.passes`, threshold ?? ''),
  };
}
