import type { DomainAnswer } from '../../../../../core/record/record.ts';
import { hasFailed } from '../../../../../core/record/record-row.ts';
import { DAY_MS } from '../../../../../core/platform/time/day.ts';
import { describeFailure } from '../../language/describe-failure.ts';
import type { Dictionary } from '../../language/dictionary.ts';
import type { Translate } from '../../language/messages.ts';
import type { Format } from '../../language/format.ts';
import type { RecordDictionary } from '../../language/record/record-dictionary.ts';
import { sourceName } from '../../sources/names.ts';
import { auditTitle } from '../audits/audit-title.ts';
import type { DomainTab } from '../tabs.ts';

/** Days before its end from which on something has a warning: certificates are renewed by programs, domains by people. */
const CERTIFICATE_WARNING = 14;
const REGISTRATION_WARNING = 30;

/** Something that is wrong with a domain, and the tab that has more of it. */
export interface Wrong {
  severity: 'error' | 'warning';
  text: string;
  tab: DomainTab;
}

export interface WrongWords {
  text: Dictionary;
  record: RecordDictionary;
  t: Translate;
  format: Format;
}

/**
 * All that is wrong with a domain as far as is known, errors first.
 *
 * @param brokenLinks of its last crawl; `null`: not known
 * @param now milliseconds since the epoch
 */
export function wrongOf(record: DomainAnswer, brokenLinks: number | null, now: number, words: WrongWords): Wrong[] {
  const found = [
    ...pageFailed(record, words),
    ...failedAudits(record, words),
    ...certificate(record, words),
    ...registration(record, now, words),
    ...ofVisitors(record, words),
    ...variants(record, words),
    ...brokenLinksOf(brokenLinks, words),
    ...checks(record, words),
    ...failedSources(record, words),
  ];
  return [...found.filter(({ severity }) => severity === 'error'), ...found.filter(isWarning)];
}

const isWarning = ({ severity }: Wrong) => severity === 'warning';
const error = (text: string, tab: DomainTab): Wrong => ({ severity: 'error', text, tab });
const warning = (text: string, tab: DomainTab): Wrong => ({ severity: 'warning', text, tab });

function pageFailed({ sources }: DomainAnswer, { text, t }: WrongWords): Wrong[] {
  const failure = sources.find(({ id }) => id === 'site')?.error;
  return failure ? [error(t('domain.wrong.page', { why: describeFailure(failure, text) }), 'sources')] : [];
}

function failedAudits({ audit }: DomainAnswer, { record }: WrongWords): Wrong[] {
  const failed = audit?.audits.filter(({ status }) => status === 'fail') ?? [];
  return failed.map((result) => error(auditTitle(result, record), 'audits'));
}

function certificate({ tls }: DomainAnswer, { text, t, format }: WrongWords): Wrong[] {
  const days = tls?.days_remaining ?? null;
  if (days !== null && days < 0) return [error(t('domain.wrong.certificate_ended'), 'record')];
  if (tls?.valid === false) {
    const why = tls.error === null ? text.common.not_known : describeFailure({ code: tls.error }, text);
    return [error(t('domain.wrong.certificate_invalid', { why }), 'record')];
  }
  const isSoon = days !== null && days <= CERTIFICATE_WARNING;
  return isSoon ? [warning(t('domain.wrong.certificate_ends', { days: format.number(days) }), 'record')] : [];
}

function registration(record: DomainAnswer, now: number, { t, format }: WrongWords): Wrong[] {
  const ends = record.registration?.expires_at ?? null;
  if (ends === null) return [];
  const days = Math.floor((Date.parse(ends) - now) / DAY_MS);
  if (days < 0) return [error(t('domain.wrong.registration_ended'), 'record')];
  return days <= REGISTRATION_WARNING
    ? [warning(t('domain.wrong.registration_ends', { days: format.number(days) }), 'record')]
    : [];
}

function ofVisitors({ performance }: DomainAnswer, { t }: WrongWords): Wrong[] {
  const assessment = performance.field?.assessment ?? 'good';
  if (assessment === 'good') return [];
  return [
    assessment === 'poor'
      ? error(t('domain.wrong.poor'), 'vitals')
      : warning(t('domain.wrong.needs_improvement'), 'vitals'),
  ];
}

function variants({ host_variants }: DomainAnswer, { t }: WrongWords): Wrong[] {
  return host_variants?.consistent === false ? [warning(t('domain.wrong.variants'), 'record')] : [];
}

function brokenLinksOf(count: number | null, { t, format }: WrongWords): Wrong[] {
  return count ? [warning(t('domain.wrong.broken_links', { count: format.number(count) }), 'site')] : [];
}

function checks({ audit }: DomainAnswer, { t, format }: WrongWords): Wrong[] {
  const failed = audit?.extra_checks.filter(({ status }) => status === 'fail' || status === 'warn') ?? [];
  return failed.length > 0
    ? [warning(t('domain.wrong.checks', { count: format.number(failed.length) }), 'audits')]
    : [];
}

/** The home page's own failure is told before all others. */
function failedSources({ sources }: DomainAnswer, { text, t }: WrongWords): Wrong[] {
  const failed = sources.filter((report) => report.id !== 'site' && hasFailed(report));
  const names = failed.map(({ id }) => sourceName(id, text)).join(text.common.comma);
  return failed.length > 0 ? [warning(t('domain.wrong.sources', { names }), 'sources')] : [];
}
