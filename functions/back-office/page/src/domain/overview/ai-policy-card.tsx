import type { ReactNode } from 'react';
import type { DomainAnswer } from '../../../../../core/record/record.ts';
import { useIssueTitles } from '../../language/issue-titles.ts';
import { describeFailure } from '../../language/messages.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { SiteText } from '../../shared/site-text.tsx';
import { Absence } from '../../sources/absence.tsx';
import { SourceLine } from '../../sources/source-notes.tsx';
import { sourceOf } from '../../sources/source-words.ts';
import { Icon } from '../../ui/icon.tsx';
import { Card } from '../../ui/layout.tsx';
import { Missing } from '../../ui/missing.tsx';
import { Table } from '../../ui/table.tsx';
import { Badge, Facts } from '../../ui/values.tsx';
import { type Declared, isDeclared, policyRows, type PolicyRow, unreadOf } from './ai-policy.ts';
import './ai-policy.css';

type Policy = DomainAnswer['ai_policy'];

/**
 * What the site declares to machines: contradictions first, then each use with what is declared about it and what
 * robots.txt allows its agents. No score, and no statement that an agent respects it.
 */
export function AiPolicyCard({ record: { ai_policy: policy, ai_access: access, sources } }: { record: DomainAnswer }) {
  const t = useTranslate();
  if (policy.contradictions === null) {
    return (
      <Card title={t('ai_policy.title')}>
        <Absence of="ai_policy.contradictions" sources={sources} />
      </Card>
    );
  }
  return (
    <Card title={t('ai_policy.title')} description={t('ai_policy.hint')}>
      <Contradictions of={policy.contradictions} />
      <Table
        label={t('ai_policy.title')}
        rows={policyRows(policy, access.agents)}
        keyOf={({ purpose }) => purpose}
        columns={[
          { id: 'use', header: t('ai_policy.use'), cell: ({ purpose }) => t(`ai_policy.purpose.${purpose}`) },
          { id: 'declared', header: t('ai_policy.declared'), cell: ({ declared }) => <Declarations of={declared} /> },
          { id: 'robots', header: 'robots.txt', cell: ({ agents }) => <Access of={agents} /> },
        ]}
      />
      <div className="ai-policy__others">
        <Others of={policy} />
        <div>
          <SourceLine of={sourceOf('ai_policy.content_signal', sources)} />
          <SourceLine of={sourceOf('ai_policy.rsl', sources)} />
        </div>
      </div>
    </Card>
  );
}

function Contradictions({ of }: { of: NonNullable<Policy['contradictions']> }) {
  const t = useTranslate();
  const titles = useIssueTitles();
  if (of.length === 0) return null;
  return (
    <ul className="ai-policy__contradictions ui-list" aria-label={t('ai_policy.contradictions')}>
      {of.map(({ issue, purpose, statements }, index) => (
        <li key={index} className="ui-line ui-gap-2">
          <Icon name="warning" tone="warn" />
          <div className="ui-anywhere">
            <p className="ui-bare ui-strong">
              {titles[issue] ?? issue}
              {purpose !== null && ` · ${t(`ai_policy.purpose.${purpose}`)}`}
            </p>
            {statements.map(({ source, text }) => (
              <p key={`${source} ${text}`} className="ui-bare ui-small ui-quiet">
                {t(`ai_policy.source.${source}`)}
                {t('common.colon')}
                <SiteText>{text}</SiteText>
              </p>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Declarations({ of }: { of: readonly Declared[] }) {
  const t = useTranslate();
  if (of.length === 0) return <span className="ui-quiet">{t('ai_policy.nothing')}</span>;
  return (
    <ul className="ui-list ui-column ui-gap-1">
      {of.map(({ member, isAllowed, text, source, agents, path }, index) => (
        <li key={index} className="ui-anywhere">
          <Badge>{t(isAllowed ? 'ai_policy.allowed' : 'ai_policy.disallowed')}</Badge> {t(`ai_policy.member.${member}`)}{' '}
          <span className="ui-quiet ui-small">
            {t(`ai_policy.source.${source as 'robots.txt'}`)}
            {t('common.colon')}
            <SiteText>{text}</SiteText>
            {agents.length > 0 && ` · ${agents.join(', ')}`}
            {path !== null && !text.includes(path) && ` · ${path}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Access({ of }: { of: PolicyRow['agents'] }) {
  const t = useTranslate();
  if (of === null) return <Missing reason={t('ai_policy.no_robots')} />;
  const { allowed, total, disallowed } = of;
  return (
    <div className="ui-anywhere">
      {t('ai_policy.agents', { allowed, total })}
      {disallowed.length > 0 && (
        <p className="ui-bare ui-quiet ui-small">
          {t('ai_policy.not_allowed')}
          {t('common.colon')}
          {disallowed.map(({ token, operator }, index) => (
            <span key={token} title={operator}>
              {index > 0 && t('common.comma')}
              {token}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

/** Licences, the price of a request, and what could not be read. */
function Others({ of }: { of: Policy }) {
  const t = useTranslate();
  const format = useFormat();
  const facts: { label: string; value: ReactNode }[] = (of.rsl?.licences ?? []).map(({ url, status, error }) => ({
    label: t('ai_policy.licence'),
    value: (
      <span className="ui-anywhere">
        {url === null ? t('ai_policy.in_page') : <SiteText>{url}</SiteText>} · {t(`ai_policy.licence.${status}`)}
        {error !== null && ` (${describeFailure({ code: error }, t)})`}
      </span>
    ),
  }));
  if (of.payment) {
    const { currency, amount, text } = of.payment;
    const value = amount === null ? <SiteText>{text}</SiteText> : `${currency} ${format.number(amount)}`;
    facts.push({ label: t('ai_policy.payment'), value });
  }
  const unread = unreadOf(of);
  return (
    <>
      {facts.length > 0 && <Facts of={facts} />}
      {!isDeclared(of) && <p className="ui-bare">{t(unread.length > 0 ? 'ai_policy.none_read' : 'ai_policy.none')}</p>}
      {unread.length > 0 && (
        <p className="ui-bare ui-quiet ui-small">
          {t('ai_policy.unread')}
          {t('common.colon')}
          {unread
            .map(({ member, sources }) => {
              const names = sources
                .map((source) => t(`ai_policy.source.${source as 'robots.txt'}`))
                .join(t('common.comma'));
              return `${t(`ai_policy.member.${member}`)} (${names})`;
            })
            .join(t('common.comma'))}
        </p>
      )}
    </>
  );
}
