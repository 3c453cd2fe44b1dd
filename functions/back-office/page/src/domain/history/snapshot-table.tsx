import ExpandableSection from '@cloudscape-design/components/expandable-section';
import type { Snapshot } from '../../api/api.ts';
import type { Dictionary } from '../../language/dictionary.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { figureNames } from './series.ts';
import { SiteStatus } from './site-status.tsx';
import { DataTable } from '../../shared/data-table.tsx';

/** The snapshots as a table. */
export function SnapshotTable({ snapshots }: { snapshots: Snapshot[] }) {
  const text = useText();
  const format = useFormat();
  return (
    <ExpandableSection headerText={text.common.as_table}>
      <DataTable
        variant="embedded"
        ariaLabels={{ tableLabel: text.domain.tabs.history }}
        items={snapshots}
        columnDefinitions={[
          {
            id: 'taken',
            header: text.history.taken,
            cell: ({ captured_at }) => format.time(captured_at),
            isRowHeader: true,
          },
          {
            id: 'site',
            header: text.history.site_status,
            cell: ({ site_status }) => <SiteStatus of={site_status} />,
            minWidth: 160,
          },
          { id: 'origin', header: text.history.origin, cell: ({ origin }) => originOf(origin, text) },
          ...figureNames.map((name) => ({
            id: name,
            header: text.history.figures[name],
            cell: ({ [name]: value }: Snapshot) => (value === null ? text.common.not_known : format.number(value)),
          })),
        ]}
      />
    </ExpandableSection>
  );
}

function originOf(origin: Snapshot['origin'], text: Dictionary): string {
  if (origin === 'scheduled' || origin === 'query' || origin === 'refresh') return text.history.origins[origin];
  return `${text.history.origins.backfill} ${origin.slice('backfill:'.length)}`;
}
