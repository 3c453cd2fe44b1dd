import type { DomainAnswer } from '../../../../../core/record/record.ts';
import { CRAWLABLE, hasFailed } from '../../../../../core/record/record-row.ts';
import { DAY_MS } from '../../../../../core/platform/time/day.ts';
import type { History } from '../../api/api.ts';
import { describeFailure, type Translate } from '../../language/messages.ts';
import type { Format } from '../../language/format.ts';
import {
  type AuditResult,
  type AuditTexts,
  auditTitle,
  otherIssues,
  useAuditTexts,
} from '../../language/audit-texts.ts';
import { type IssueTitles, useIssueTitles } from '../../language/issue-titles.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { CERTIFICATE_WARNING, REGISTRATION_WARNING } from '../../shared/warning-days.ts';
import { sourceName } from '../../sources/source-words.ts';
import type { DomainTab, Target } from '../tabs.ts';

/** The issue of a site whose pages have broken links. */
const BROKEN_LINK = 'broken-link';

/** An issue of a domain, and the element that it is about. */
export interface DomainIssue {
  severity: 'error' | 'warning';
  text: string;
  tab: DomainTab;
  target: Target;
  /** Id of Lighthouse's audit that found it. */
  audit?: string;
}

export interface IssueWords {
  audits: AuditTexts;
  /** Names of the issues of the catalogue. */
  titles: IssueTitles;
  t: Translate;
  format: Format;
}

/** The issues of a domain in the page's language; those of its site as far as the history is loaded. */
export function useDomainIssues(record: DomainAnswer, history: History | null): DomainIssue[] {
  const words = { audits: useAuditTexts(), titles: useIssueTitles(), t: useTranslate(), format: useFormat() };
  const crawled = history?.snapshots.find((one) => one.site_broken_links !== null);
  return issuesOfDomain(record, crawled?.site_broken_links ?? null, Date.now(), words);
}

/**
 * Returns all known issues of a domain, errors first.
 *
 * @param brokenLinks of its last crawl; `null`: not known
 * @param now milliseconds since the epoch
 */
export function issuesOfDomain(
  record: DomainAnswer,
  brokenLinks: number | null,
  now: number,
  words: IssueWords,
): DomainIssue[] {
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

const isWarning = ({ severity }: DomainIssue) => severity === 'warning';
const error = (text: string, tab: DomainTab, target: Target = {}): DomainIssue => ({
  severity: 'error',
  text,
  tab,
  target,
});
const warning = (text: string, tab: DomainTab, target: Target = {}): DomainIssue => ({
  severity: 'warning',
  text,
  tab,
  target,
});

function pageFailed({ sources }: DomainAnswer, { t }: IssueWords): DomainIssue[] {
  const failure = sources.find(({ id }) => id === 'site')?.error;
  if (!failure) return [];
  return [error(t('domain.issues.page', { why: describeFailure(failure, t) }), 'sources', { source: 'site' })];
}

function failedAudits(record: DomainAnswer, words: IssueWords): DomainIssue[] {
  const failed = record.audit?.audits.filter(({ status }) => status === 'fail') ?? [];
  return failed.map((result) => {
    const { id } = result;
    // A home page that is excluded on purpose is rare.
    const isError = id === CRAWLABLE || words.audits[id]?.severity === 'error';
    return { ...(isError ? error : warning)(nameOf(result, record, words), 'audits', { audit: id }), audit: id };
  });
}

/** The catalogue's name of the fault that an audit found: that of the issue of the page or, without one, of its rule. */
function nameOf(result: AuditResult, { issues }: DomainAnswer, { audits, titles }: IssueWords): string {
  const ids = audits[result.id]?.issues ?? [];
  const found = issues?.find(({ issue }) => ids.includes(issue))?.issue ?? ids[0];
  return (found !== undefined && titles[found]) || auditTitle(result, audits);
}

function certificate({ tls }: DomainAnswer, { t }: IssueWords): DomainIssue[] {
  const days = tls?.days_remaining ?? null;
  const place = { section: 'tls' };
  if (tls?.valid === false) {
    const key = `domain.issues.tls.${tls.error ?? 'certificate_invalid'}`;
    const title = t.has(key) ? t(key) : describeFailure({ code: tls.error! }, t);
    return [error(title, 'record', place)];
  }
  if (days !== null && days < 0) return [error(t('domain.issues.tls.certificate_expired'), 'record', place)];
  if (days === null || days > CERTIFICATE_WARNING) return [];
  return [warning(t('domain.issues.certificate_expires', { days }), 'record', place)];
}

function registration(record: DomainAnswer, now: number, { t }: IssueWords): DomainIssue[] {
  const ends = record.registration?.expires_at ?? null;
  const place = { section: 'registration' };
  if (ends === null) return [];
  const days = Math.floor((Date.parse(ends) - now) / DAY_MS);
  if (days < 0) return [error(t('domain.issues.registration_expired'), 'record', place)];
  if (days > REGISTRATION_WARNING) return [];
  return [warning(t('domain.issues.registration_expires', { days }), 'record', place)];
}

function ofVisitors({ performance }: DomainAnswer, { t }: IssueWords): DomainIssue[] {
  const assessment = performance.field?.assessment ?? 'good';
  if (assessment === 'good') return [];
  const report = assessment === 'poor' ? error : warning;
  return [report(t(`domain.issues.${assessment}`), 'vitals')];
}

function variants({ host_variants }: DomainAnswer, { t }: IssueWords): DomainIssue[] {
  if (host_variants?.consistent !== false) return [];
  return [warning(t('domain.issues.variants'), 'record', { section: 'host_variants' })];
}

function brokenLinksOf(count: number | null, { titles, t, format }: IssueWords): DomainIssue[] {
  if (!count) return [];
  const text = t('domain.issues.counted', { title: titles[BROKEN_LINK]!, count: format.number(count) });
  return [error(text, 'site', { issue: BROKEN_LINK })];
}

function checks(record: DomainAnswer, { audits, t, format }: IssueWords): DomainIssue[] {
  const found = otherIssues(record, audits).filter(({ severity }) => severity !== 'notice');
  const [first] = found;
  if (!first) return [];
  const text = t('domain.issues.checks', { count: format.number(new Set(found.map(({ issue }) => issue)).size) });
  return [(first.severity === 'error' ? error : warning)(text, 'audits', { check: first.issue })];
}

/** The home page has an issue of its own. */
function failedSources({ sources }: DomainAnswer, { t }: IssueWords): DomainIssue[] {
  return sources
    .filter((report) => report.id !== 'site' && hasFailed(report))
    .map(({ id, status, error: failure }) => {
      const why = failure ? describeFailure(failure, t) : t(`sources.statuses.${status}`);
      return warning(t('domain.issues.source', { name: sourceName(id, t), why }), 'sources', { source: id });
    });
}
