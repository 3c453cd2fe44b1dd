import Header from '@cloudscape-design/components/header';
import type { Snapshot } from '../../api/api.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { SiteText } from '../../shared/site-text.tsx';
import { changesOf } from './series.ts';
import { DataTable } from '../../shared/data-table.tsx';

const HASH_SHOWN = 12;

/** What changed from snapshot to snapshot. */
export function Changes({ snapshots }: { snapshots: Snapshot[] }) {
  const text = useText();
  const format = useFormat();
  function shown(field: string, value: string | number): string {
    if (typeof value === 'number') return format.number(value);
    if (field === 'expires_at') return format.time(value);
    return field === 'content_hash' ? `${value.slice(0, HASH_SHOWN)}…` : value;
  }
  return (
    <DataTable
      variant="embedded"
      wrapLines
      header={<Header variant="h2">{text.history.changes}</Header>}
      ariaLabels={{ tableLabel: text.history.changes }}
      items={changesOf(snapshots)}
      empty={text.history.no_changes}
      columnDefinitions={[
        { id: 'taken', header: text.history.taken, cell: ({ captured_at }) => format.time(captured_at), minWidth: 160 },
        { id: 'figure', header: text.history.figure, cell: ({ field }) => text.history.figures[field] },
        { id: 'from', header: text.history.from, cell: ({ field, from }) => <SiteText>{shown(field, from)}</SiteText> },
        { id: 'to', header: text.history.to, cell: ({ field, to }) => <SiteText>{shown(field, to)}</SiteText> },
      ]}
    />
  );
}
