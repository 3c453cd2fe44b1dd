import type { DomainAnswer } from '../../../../../core/record/record.ts';
import { CRAWLABLE, hasFailed } from '../../../../../core/record/record-row.ts';
import { DAY_MS } from '../../../../../core/platform/time/day.ts';
import type { History } from '../../api/api.ts';
import { describeFailure, type Translate } from '../../language/messages.ts';
import type { Format } from '../../language/format.ts';
import { type AuditTexts, auditTitle, otherIssues, useAuditTexts } from '../../language/audit-texts.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { CERTIFICATE_WARNING, REGISTRATION_WARNING } from '../../shared/warning-days.ts';
import { sourceName } from '../../sources/source-words.ts';
import type { DomainTab, Target } from '../tabs.ts';

/** The issue of a site whose pages have broken links. */
const BROKEN_LINK = 'broken-link';

/** A problem of a domain, and the element that it is about. */
export interface Problem {
  severity: 'error' | 'warning';
  text: string;
  tab: DomainTab;
  target: Target;
}

export interface ProblemWords {
  audits: AuditTexts;
  t: Translate;
  format: Format;
}

/** The problems of a domain in the page's language; those of its site as far as the history is loaded. */
export function useProblems(record: DomainAnswer, history: History | null): Problem[] {
  const words = { audits: useAuditTexts(), t: useTranslate(), format: useFormat() };
  const crawled = history?.snapshots.find((one) => one.site_broken_links !== null);
  return problemsOf(record, crawled?.site_broken_links ?? null, Date.now(), words);
}

/**
 * Returns all known problems of a domain, errors first.
 *
 * @param brokenLinks of its last crawl; `null`: not known
 * @param now milliseconds since the epoch
 */
export function problemsOf(
  record: DomainAnswer,
  brokenLinks: number | null,
  now: number,
  words: ProblemWords,
): Problem[] {
  const found = [
    ...pageFailed(record, words),
    ...certificate(record, words),
    ...failedAudits(record, words),
    ...registration(record, now, words),
    ...ofVisitors(record, words),
    ...variants(record, words),
    ...brokenLinksOf(brokenLinks, words),
    ...checks(record, words),
    ...failedSources(record, words),
  ];
  return [...found.filter(({ severity }) => severity === 'error'), ...found.filter(isWarning)];
}

const isWarning = ({ severity }: Problem) => severity === 'warning';
const error = (text: string, tab: DomainTab, target: Target = {}): Problem => ({
  severity: 'error',
  text,
  tab,
  target,
});
const warning = (text: string, tab: DomainTab, target: Target = {}): Problem => ({
  severity: 'warning',
  text,
  tab,
  target,
});

function pageFailed({ sources }: DomainAnswer, { t }: ProblemWords): Problem[] {
  const failure = sources.find(({ id }) => id === 'site')?.error;
  if (!failure) return [];
  return [error(t('domain.problems.page', { why: describeFailure(failure, t) }), 'sources', { source: 'site' })];
}

function failedAudits({ audit }: DomainAnswer, { audits }: ProblemWords): Problem[] {
  const failed = audit?.audits.filter(({ status }) => status === 'fail') ?? [];
  return failed.map((result) => {
    // A home page that is excluded on purpose is rare.
    const isError = result.id === CRAWLABLE || audits[result.id]?.severity === 'error';
    return (isError ? error : warning)(auditTitle(result, audits), 'audits', { audit: result.id });
  });
}

function certificate({ tls }: DomainAnswer, { t, format }: ProblemWords): Problem[] {
  const days = tls?.days_remaining ?? null;
  const place = { section: 'tls' };
  if (tls?.valid === false) {
    const key = `domain.problems.tls.${tls.error ?? 'certificate_invalid'}`;
    const title = t.has(key) ? t(key) : describeFailure({ code: tls.error! }, t);
    return [error(title, 'record', place)];
  }
  if (days !== null && days < 0) return [error(t('domain.problems.tls.certificate_expired'), 'record', place)];
  if (days === null || days > CERTIFICATE_WARNING) return [];
  return [warning(t('domain.problems.certificate_expires', { days: format.number(days) }), 'record', place)];
}

function registration(record: DomainAnswer, now: number, { t, format }: ProblemWords): Problem[] {
  const ends = record.registration?.expires_at ?? null;
  const place = { section: 'registration' };
  if (ends === null) return [];
  const days = Math.floor((Date.parse(ends) - now) / DAY_MS);
  if (days < 0) return [error(t('domain.problems.registration_expired'), 'record', place)];
  if (days > REGISTRATION_WARNING) return [];
  return [warning(t('domain.problems.registration_expires', { days: format.number(days) }), 'record', place)];
}

function ofVisitors({ performance }: DomainAnswer, { t }: ProblemWords): Problem[] {
  const assessment = performance.field?.assessment ?? 'good';
  if (assessment === 'good') return [];
  const report = assessment === 'poor' ? error : warning;
  return [report(t(`domain.problems.${assessment}`), 'vitals')];
}

function variants({ host_variants }: DomainAnswer, { t }: ProblemWords): Problem[] {
  if (host_variants?.consistent !== false) return [];
  return [warning(t('domain.problems.variants'), 'record', { section: 'host_variants' })];
}

function brokenLinksOf(count: number | null, { t, format }: ProblemWords): Problem[] {
  if (!count) return [];
  const text = t('domain.problems.broken_links', { count: format.number(count) });
  return [error(text, 'site', { issue: BROKEN_LINK })];
}

function checks(record: DomainAnswer, { audits, t, format }: ProblemWords): Problem[] {
  const found = otherIssues(record, audits).filter(({ severity }) => severity !== 'notice');
  const [first] = found;
  if (!first) return [];
  const text = t('domain.problems.checks', { count: format.number(new Set(found.map(({ issue }) => issue)).size) });
  return [(first.severity === 'error' ? error : warning)(text, 'audits', { check: first.issue })];
}

/** The home page has a problem of its own. */
function failedSources({ sources }: DomainAnswer, { t }: ProblemWords): Problem[] {
  return sources
    .filter((report) => report.id !== 'site' && hasFailed(report))
    .map(({ id, status, error: failure }) => {
      const why = failure ? describeFailure(failure, t) : t(`sources.statuses.${status}`);
      return warning(t('domain.problems.source', { name: sourceName(id, t), why }), 'sources', { source: id });
    });
}
