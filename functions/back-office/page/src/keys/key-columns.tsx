import type { Key } from '../../../contract.ts';
import type { Format } from '../language/format.ts';
import type { Translate } from '../language/messages.ts';
import { hrefOf } from '../routing/route.ts';
import { Link } from '../ui/link.tsx';
import type { Column } from '../ui/table.tsx';
import { endOf } from './end-of.ts';
import { type KeyAction, KeyMenu } from './key-menu.tsx';
import { KeyStatus } from './key-status.tsx';
import { lastUsed } from './last-used.ts';
import { usedToday } from './used-today.ts';

interface KeyColumns {
  t: Translate;
  format: Format;
  onAction: (key: Key, action: KeyAction) => void;
}

/** The columns of the table of keys. What else is known of a key is in its own view. */
export function keyColumns({ t, format, onAction }: KeyColumns): Column<Key>[] {
  return [
    {
      id: 'name',
      header: t('keys.name'),
      cell: (key) => (
        <>
          <Link href={hrefOf({ view: 'key', id: key.id })}>{key.name}</Link>
          {key.note && <div className="keys__note">{key.note}</div>}
        </>
      ),
      sortBy: ({ name }) => name,
    },
    {
      id: 'plan',
      header: t('keys.plan'),
      cell: ({ plan }) => plan ?? t('keys.no_plan'),
      sortBy: ({ plan }) => plan,
    },
    {
      id: 'status',
      header: t('keys.status'),
      cell: ({ enabled }) => <KeyStatus enabled={enabled} />,
      sortBy: ({ enabled }) => Number(!enabled),
    },
    { id: 'ends', header: t('keys.ends_with'), cell: ({ ends_with }) => endOf(ends_with, t) },
    { id: 'domains', header: t('keys.domains_today'), cell: ({ domains }) => usedToday(domains, { t, format }) },
    { id: 'pages', header: t('keys.pages_today'), cell: ({ pages }) => usedToday(pages, { t, format }) },
    {
      id: 'used',
      header: t('keys.last_used'),
      cell: (key) => lastUsed(key, { t, format }),
      sortBy: ({ last_used_on }) => last_used_on,
      isDescendingFirst: true,
    },
    {
      id: 'expires',
      header: t('keys.expires'),
      cell: ({ expires_at }) => (expires_at === null ? t('keys.expiries.never') : format.date(expires_at)),
      sortBy: ({ expires_at }) => expires_at,
    },
    {
      id: 'actions',
      header: t('common.actions'),
      cell: (key) => <KeyMenu of={key} onAction={onAction} isSmall />,
      align: 'end',
    },
  ];
}
