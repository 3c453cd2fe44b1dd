import { type ReactNode, Suspense } from 'react';
import type { IssueRow } from '../../../../../core/record/site-evidence-schema.ts';
import { issueWords, useCatalogue, useIssueTexts } from '../../language/issue-texts.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { useTarget } from '../../routing/use-route.ts';
import { useIssueColumns } from '../../shared/issues.tsx';
import { SiteText } from '../../shared/site-text.tsx';
import { Card } from '../../ui/layout.tsx';
import { Table } from '../../ui/table.tsx';

/** Issues of a page that are not part of the score, errors first. */
export function FoundIssues({ rows }: { rows: readonly IssueRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Suspense>
      <IssueCard rows={rows} />
    </Suspense>
  );
}

function IssueCard({ rows }: { rows: readonly IssueRow[] }) {
  const t = useTranslate();
  const format = useFormat();
  const catalogue = useCatalogue();
  const texts = useIssueTexts();
  useTarget('check');
  const issues = [...Map.groupBy(rows, ({ issue }) => issue)].map(([id, of]) => {
    const known = catalogue.get(id);
    const words = known ? issueWords(known, texts) : { title: id, impact: null, how_to_fix: '' };
    return { id, severity: of[0]!.severity, first: of[0]!, count: of.length, ...words };
  });
  const issueColumns = useIssueColumns<(typeof issues)[number]>(({ id, title, how_to_fix }) => (
    <div id={`check-${id}`} tabIndex={-1}>
      {title}
      <div className="ui-quiet ui-small ui-regular">{how_to_fix}</div>
    </div>
  ));
  return (
    <Card
      title={t('audits.checks')}
      counter={format.number(issues.length)}
      description={t('audits.checks_hint')}
      isFlush
    >
      <Table
        label={t('audits.checks')}
        rows={issues}
        keyOf={({ id }) => id}
        columns={[
          ...issueColumns,
          { id: 'count', header: t('audits.count'), cell: ({ count }) => format.number(count), align: 'end' },
          { id: 'value', header: t('audits.value'), cell: ({ first }) => <Found row={first} /> },
          {
            id: 'passes',
            header: t('audits.threshold'),
            cell: ({ first: { expected } }) => <Value of={expected} />,
          },
        ]}
      />
    </Card>
  );
}

/** What was found first: its value, else its element or target. */
function Found({ row: { value, element, target } }: { row: IssueRow }): ReactNode {
  return <Value of={value ?? element ?? target} />;
}

function Value({ of }: { of: string | number | null }): ReactNode {
  const format = useFormat();
  if (of === null) return null;
  return typeof of === 'number' ? format.number(of) : <SiteText>{of}</SiteText>;
}
