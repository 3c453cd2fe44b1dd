import { useState } from 'react';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { translateMessage } from '../../language/messages.ts';
import { Badge } from '../../ui/values.tsx';
import { Button } from '../../ui/button.tsx';
import { Expandable, leastWidth } from '../../ui/layout.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { SiteText } from '../../shared/site-text.tsx';
import { ICONS } from './audit-results.ts';
import { type AuditResult, type AuditTexts, explanationOf } from '../../language/audit-texts.ts';

type Item = AuditResult['items'][number];

/** Shown at first; the record has up to a hundred. */
const FIRST = 10;

interface FailedAuditProps {
  result: AuditResult;
  /** `undefined`: the page does not know the audit. */
  texts: AuditTexts[string] | undefined;
  /** Points of the score that it costs. */
  points: number;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** An audit that failed: the issue, its reason and effect, how to fix it, and the elements. */
export function FailedAudit({ result, texts, points, isOpen, onToggle }: FailedAuditProps) {
  const t = useTranslate();
  const { id, title, items, items_total } = result;
  const impact = `audits.impacts.${id}`;
  const facts = [
    { name: t('audits.reason'), text: explanationOf(result, t) },
    { name: t('audits.impact'), text: t.has(impact) ? t(impact) : null },
    { name: t('audits.fix'), text: texts?.fix ?? null },
  ];
  return (
    <Expandable
      id={`audit-${id}`}
      isOpen={isOpen}
      onToggle={onToggle}
      title={
        <span className="audit-title ui-inline ui-top ui-gap-2">
          <Icon name={ICONS.fail} tone="bad" /> {texts?.failed ?? title}
        </span>
      }
      summary={
        <>
          {items_total > 0 && (
            <span className="ui-quiet ui-small ui-regular">{t('audits.found', { count: items_total })}</span>
          )}
          <Badge tone="bad">{t('audits.points', { points })}</Badge>
        </>
      }
    >
      <div className="audit-details ui-column ui-gap-4">
        <dl className="ui-grid ui-gap-3 ui-gap-x-6 ui-bare ui-terms" style={leastWidth(220)}>
          {facts
            .filter(({ text }) => text !== null)
            .map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
        </dl>
        {items.length > 0 && <AuditItems items={items} total={items_total} />}
        {texts && <RuleLink href={texts.rule} />}
      </div>
    </Expandable>
  );
}

/** An audit without an issue. */
export function OtherAudit({ result, texts }: Pick<FailedAuditProps, 'result' | 'texts'>) {
  const t = useTranslate();
  const { id, title, status } = result;
  const note = explanationOf(result, t);
  return (
    <li id={`audit-${id}`} className="ui-row ui-center ui-target" tabIndex={-1}>
      <span className="audit-title ui-inline ui-top ui-gap-2">
        <Icon name={ICONS[status]} tone={status === 'pass' ? 'good' : 'neutral'} /> {texts?.passed ?? title}
      </span>
      {note !== null && <span className="ui-quiet ui-small ui-regular">{note}</span>}
      {texts && <RuleLink href={texts.rule} />}
    </li>
  );
}

function RuleLink({ href }: { href: string }) {
  const t = useTranslate();
  return (
    <a
      className="ui-link audit-rule ui-inline ui-center ui-gap-1 ui-small"
      href={href}
      target="_blank"
      rel="noreferrer"
    >
      {t('audits.rule')} <Icon name="external" size={12} />
      <span className="visually-hidden">{t('ui.new_tab')}</span>
    </a>
  );
}

/** The elements that an audit found, the first ones until all are requested; columns without values are left out. */
function AuditItems({ items, total }: { items: Item[]; total: number }) {
  const t = useTranslate();
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const columns: (Column<Item> & { id: keyof Item })[] = [
    {
      id: 'element',
      header: t('audits.item.element'),
      cell: ({ element }) =>
        element !== null && (
          <code className="ui-code">
            <SiteText>{element}</SiteText>
          </code>
        ),
    },
    { id: 'url', header: t('audits.item.url'), cell: ({ url }) => url !== null && <SiteText>{url}</SiteText> },
    {
      id: 'line',
      header: t('audits.item.line'),
      cell: ({ line }) => line !== null && format.number(line),
      align: 'end',
    },
    {
      id: 'reason',
      header: t('audits.item.reason'),
      cell: ({ reason, reason_code }) =>
        translateMessage(`audits.messages.${reason_code}`, { message: reason, values: {} }, t),
    },
  ];
  const isCut = !isWhole && items.length > FIRST;
  const missing = total - items.length;
  return (
    <div className={isCut ? 'audit-items ui-framed ui-cut' : 'audit-items ui-framed'}>
      <Table
        label={t('audits.items')}
        columns={columns.filter(({ id }) => items.some((item) => item[id] !== null))}
        rows={items.map((item, index) => ({ ...item, key: String(index) }))}
        keyOf={(item) => (item as Item & { key: string }).key}
      />
      {isCut && (
        <div className="ui-load-more">
          <Button onPress={() => setWhole(true)}>{t('audits.show_all', { count: items.length })}</Button>
        </div>
      )}
      {missing > 0 && (
        <p className="ui-load-more ui-quiet ui-small ui-regular ui-bare">
          {t('audits.not_stored', { count: missing })}
        </p>
      )}
    </div>
  );
}
