import { useFormat, useTranslate } from '../../language/use-language.ts';
import { useTarget } from '../../routing/use-route.ts';
import { Badge } from '../../ui/values.tsx';
import { Card } from '../../ui/layout.tsx';
import { Table } from '../../ui/table.tsx';
import { checkTexts, type ExtraCheck, STATUSES, TONES } from './audit-results.ts';

/** Checks that are not part of the score, problems first. */
export function ExtraChecks({ checks }: { checks: readonly ExtraCheck[] }) {
  const t = useTranslate();
  const format = useFormat();
  useTarget('check');
  const rows = checks
    .toSorted((one, other) => STATUSES.indexOf(one.status) - STATUSES.indexOf(other.status))
    .map((check) => ({ ...check, texts: checkTexts(check, t, format) }));
  return (
    <Card title={t('audits.checks')} description={t('audits.checks_hint')} isFlush>
      <Table
        label={t('audits.checks')}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'check',
            header: t('audits.check'),
            cell: ({ id, texts }) => (
              <div id={`check-${id}`} tabIndex={-1}>
                {texts.name}
              </div>
            ),
          },
          {
            id: 'status',
            header: t('audits.result'),
            cell: ({ status }) => <Badge tone={TONES[status]}>{t(`audits.statuses.${status}`)}</Badge>,
          },
          { id: 'value', header: t('audits.value'), cell: ({ texts }) => <bdi>{texts.value}</bdi> },
          { id: 'passes', header: t('audits.threshold'), cell: ({ texts }) => texts.passes },
        ]}
      />
    </Card>
  );
}
