import Link from '@cloudscape-design/components/link';
import type { TableProps } from '@cloudscape-design/components/table';
import type { Key } from '../../../contract.ts';
import type { Dictionary } from '../language/dictionary.ts';
import type { Format } from '../language/format.ts';
import { hrefOf } from '../routing/route.ts';
import { endOf } from './end-of.ts';
import { type KeyAction, KeyMenu } from './key-menu.tsx';
import { KeyStatus } from './key-status.tsx';
import { usedToday } from './used-today.ts';
import { lastUsed } from './last-used.ts';

interface KeyColumns {
  text: Dictionary;
  format: Format;
  onAction: (key: Key, action: KeyAction) => void;
}

/** The columns of the table of keys. */
export function keyColumns({ text, format, onAction }: KeyColumns): TableProps.ColumnDefinition<Key>[] {
  return [
    {
      id: 'name',
      header: text.keys.name,
      cell: (key) => <Link href={hrefOf({ view: 'key', id: key.id })}>{key.name}</Link>,
      sortingField: 'name',
      isRowHeader: true,
    },
    { id: 'plan', header: text.keys.plan, cell: ({ plan }) => plan ?? text.keys.no_plan, sortingField: 'plan' },
    {
      id: 'status',
      header: text.keys.status,
      cell: ({ enabled }) => <KeyStatus enabled={enabled} />,
      sortingField: 'enabled',
    },
    { id: 'ends', header: text.keys.ends_with, cell: ({ ends_with }) => endOf(ends_with, text) },
    { id: 'owner', header: text.keys.owner, cell: ({ owner }) => owner, sortingField: 'owner' },
    {
      id: 'domains',
      header: text.keys.domains_today,
      cell: ({ domains }) => usedToday(domains, { text, format }),
    },
    { id: 'pages', header: text.keys.pages_today, cell: ({ pages }) => usedToday(pages, { text, format }) },
    {
      id: 'used',
      header: text.keys.last_used,
      cell: (key) => lastUsed(key, { text, format }),
      sortingComparator: (one, other) => (one.last_used_on ?? '').localeCompare(other.last_used_on ?? ''),
    },
    {
      id: 'created',
      header: text.keys.created,
      cell: ({ created_at }) => format.date(created_at),
      sortingField: 'created_at',
    },
    {
      id: 'expires',
      header: text.keys.expires,
      cell: ({ expires_at }) => (expires_at === null ? text.keys.expiries.never : format.date(expires_at)),
      sortingField: 'expires_at',
    },
    { id: 'note', header: text.keys.note, cell: ({ note }) => note, maxWidth: 320 },
    {
      id: 'actions',
      header: text.common.actions,
      cell: (key) => <KeyMenu of={key} onAction={onAction} small />,
    },
  ];
}
