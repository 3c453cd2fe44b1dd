import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { DomainAnswer } from '../../../../../core/record/record.ts';
import { auditTextsIn, explanationOf, otherIssues } from '../../language/audit-texts.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { useQuery } from '../../routing/use-route.ts';
import { SourceLine } from '../../sources/source-notes.tsx';
import { describeAbsence, sourceOf } from '../../sources/source-words.ts';
import { EmptyState } from '../../ui/feedback.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, Expandable, leastWidth, Stack } from '../../ui/layout.tsx';
import { Gauge } from '../../ui/charts/gauge.tsx';
import { Progress } from '../../ui/values.tsx';
import { AuditChanges } from './audit-changes.tsx';
import { CATEGORIES, categoryOf, heaviestFirst, pointsOf, type Status, STATUSES } from './audit-results.ts';
import { FailedAudit, OtherAudit } from './audit-row.tsx';
import { FoundIssues } from './found-issues.tsx';
import '../../ui/link-chips.css';
import './audits.css';

type Audited = Pick<DomainAnswer, 'audit' | 'issues' | 'sources'> &
  Partial<Pick<DomainAnswer, 'domain' | 'updated_at' | 'organic'>>;
type FoundAudit = NonNullable<DomainAnswer['audit']>;

/** The audits of a page: its score, then the issues by their weight, then everything else. */
export function Audits({ record }: { record: Audited }) {
  const { audit, sources } = record;
  const t = useTranslate();
  if (audit === null) return <EmptyState title={describeAbsence('audit', sources, t)} />;
  return <AuditReport record={record} audit={audit} />;
}

function AuditReport({ record, audit }: { record: Audited; audit: FoundAudit }) {
  const t = useTranslate();
  const { params, hrefWith } = useQuery();
  const { open, toggle } = useOpenAudits(heaviestFirst(audit.audits, 'fail')[0]?.id);
  const shown = STATUSES.find((status) => status === params.get('show')) ?? null;
  const counts = countsOf(audit);
  const isShown = (status: Status) => shown === null || shown === status;
  const failed = isShown('fail') ? heaviestFirst(audit.audits, 'fail') : [];
  const texts = auditTextsIn(t);
  return (
    <Stack>
      <div className="ui-grid ui-gap-4" style={leastWidth(420)}>
        <Summary record={record} audit={audit} />
        {record.organic !== undefined && record.domain !== undefined && record.updated_at !== undefined && (
          <AuditChanges domain={record.domain} updatedAt={record.updated_at} />
        )}
      </div>
      <nav className="ui-row ui-gap-2 link-chips" aria-label={t('audits.filter')}>
        {[null, ...STATUSES.filter((status) => counts[status] > 0 || status === shown)].map((status) => (
          <a key={status} href={hrefWith({ show: status })} {...(status === shown && { 'aria-current': 'true' })}>
            {t(status === null ? 'audits.all' : `audits.statuses.${status}`)}
            {status !== null && <span className="ui-quiet ui-regular ui-digits">{counts[status]}</span>}
          </a>
        ))}
      </nav>
      {shown === null && failed.length === 0 && (
        <p className="ui-line ui-center ui-gap-2 ui-bare ui-good">
          <Icon name="success" /> {t('audits.nothing_failed')}
        </p>
      )}
      {failed.length > 0 && (
        <Card title={t('audits.failed')} counter={String(failed.length)} isFlush>
          {failed.map((result) => (
            <FailedAudit
              key={result.id}
              result={result}
              texts={texts[result.id]}
              points={pointsOf(result, audit.audits)}
              isOpen={open.has(result.id)}
              onToggle={(isOpen) => toggle(result.id, isOpen)}
            />
          ))}
        </Card>
      )}
      {isShown('fail') && <FoundIssues rows={otherIssues(record, texts)} />}
      {(['pass', 'not_applicable'] as const).filter(isShown).map((status) => (
        <AuditGroup
          key={`${status} ${shown}`}
          title={t(`audits.statuses.${status}`)}
          count={heaviestFirst(audit.audits, status).length}
          isOpenAtFirst={
            shown === status || audit.audits.some((one) => one.status === status && params.get('audit') === one.id)
          }
        >
          {heaviestFirst(audit.audits, status).map((result) => (
            <OtherAudit key={result.id} result={result} texts={texts[result.id]} />
          ))}
        </AuditGroup>
      ))}
    </Stack>
  );
}

/** Instead of ids: all are closed. */
const NONE = 'none';

/**
 * The failed audits that are open: those in the address or, if it names none, the heaviest. A link to an audit leads to it and
 * gives it the focus.
 */
function useOpenAudits(first: string | undefined) {
  const { params, change } = useQuery();
  const named = params.get('audit');
  const own = useRef<string | null>(null);
  useEffect(() => {
    if (named && named !== own.current) {
      const audit = document.getElementById(`audit-${named.split(',', 1)[0]}`);
      audit?.focus({ preventScroll: true });
      audit?.scrollIntoView();
    }
    own.current = named;
  }, [named]);
  const open = new Set(named === null ? [first] : named.split(','));
  function toggle(id: string, isOpen: boolean) {
    const next = [...open].filter((one) => one !== undefined && one !== NONE && one !== id);
    own.current = [...next, ...(isOpen ? [id] : [])].join(',') || NONE;
    change({ audit: own.current });
  }
  return { open, toggle };
}

function countsOf({ audits }: FoundAudit): Record<Status, number> {
  const count = (status: Status) => audits.filter((one) => one.status === status).length;
  return { fail: count('fail'), pass: count('pass'), not_applicable: count('not_applicable') };
}

/** The score with its categories. */
function Summary({ record: { sources }, audit }: { record: Audited; audit: FoundAudit }) {
  const t = useTranslate();
  const format = useFormat();
  const [, tool = audit.compatible_with] = /^lighthouse-([\d.]+)/.exec(audit.compatible_with) ?? [];
  const notes = audit.warnings.map((warning) => {
    const result = audit.audits.find(({ explanation }) => explanation === warning);
    return result ? explanationOf(result, t) : warning;
  });
  const parts = CATEGORIES.map((category) => ({
    name: t(`audits.categories.${category}`),
    of: audit.audits.filter((one) => categoryOf(one) === category),
  }));
  return (
    <Card title={t('audits.score')} description={<SourceLine of={sourceOf('audit', sources)} />}>
      <div className="ui-gap-4 ui-gap-x-6 ui-row ui-center">
        <Gauge size="large" label={t('audits.score')} value={audit.score} unit="points" />
        <div className="audits-summary__categories ui-column ui-gap-3">
          {parts.map(({ name, of }) => {
            const applicable = of.filter(({ status }) => status !== 'not_applicable');
            const passed = applicable.filter(({ status }) => status === 'pass').length;
            return (
              <Progress
                key={name}
                label={name}
                percent={applicable.length === 0 ? 0 : (passed / applicable.length) * 100}
                detail={t('audits.passed_of', {
                  passed: format.number(passed),
                  count: format.number(applicable.length),
                })}
              />
            );
          })}
        </div>
      </div>
      {notes.map((note) => (
        <p key={note} className="ui-bare ui-after ui-warn ui-text-icon">
          <Icon name="warning" size={14} /> {note}
        </p>
      ))}
      <p className="ui-bare ui-after ui-quiet ui-small ui-regular">{t('audits.rules_of', { version: tool })}</p>
    </Card>
  );
}

interface AuditGroupProps {
  title: string;
  count: number;
  isOpenAtFirst: boolean;
  children: ReactNode;
}

/** Audits without issues. */
function AuditGroup({ title, count, isOpenAtFirst, children }: AuditGroupProps) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  if (count === 0) return null;
  return (
    <section className="ui-card">
      <Expandable level={2} title={t('audits.group', { title, count })} isOpen={isOpen} onToggle={setOpen}>
        <ul className="audits-others ui-list">{children}</ul>
      </Expandable>
    </section>
  );
}
