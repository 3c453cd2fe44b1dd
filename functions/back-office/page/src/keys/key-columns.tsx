import type { ReactNode } from 'react';
import type { Key, KeyAllowance } from '../../../contract.ts';
import type { Format } from '../language/format.ts';
import type { Translate } from '../language/messages.ts';
import { useTranslate } from '../language/use-language.ts';
import { hrefOf } from '../routing/route.ts';
import { Missing } from '../ui/missing.tsx';
import { Badge } from '../ui/values.tsx';
import { Link } from '../ui/link.tsx';
import type { Column } from '../ui/table.tsx';
import { KeyMenu } from './key-actions.tsx';
import type { KeyAction } from './key-dialogs.tsx';

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
          {key.note && <div className="keys__note ui-anywhere ui-quiet ui-small ui-regular">{key.note}</div>}
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
    { id: 'ends', header: t('keys.ends_with'), cell: ({ ends_with }) => endOf(ends_with) },
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

/** Whether a key gives access. */
export function KeyStatus({ enabled }: { enabled: boolean }) {
  const t = useTranslate();
  return <Badge tone={enabled ? 'good' : 'neutral'}>{t(enabled ? 'keys.enabled' : 'keys.disabled')}</Badge>;
}

/** The end of a key's value, as people compare it with the key that they have. */
export function endOf(endsWith: string | null): ReactNode {
  return endsWith === null ? <Missing /> : `…${endsWith}`;
}

/** The last day a key was used, of those that the gateway keeps. */
export function lastUsed({ last_used_on }: Key, { t, format }: { t: Translate; format: Format }): string {
  return last_used_on === null ? t('keys.unused') : format.date(last_used_on);
}

/** How much of today's allowance is used, whether it is the owner's own, and how many requests were refused. */
export function usedToday(
  { used, refused, limit_per_day, own_limit_per_day }: KeyAllowance,
  { t, format }: { t: Translate; format: Format },
): string {
  const usedText = used === null ? t('ui.missing') : format.number(used);
  const shown = t('keys.usage.of', { used: usedText, limit: format.number(limit_per_day) });
  const limited = own_limit_per_day === null ? shown : `${shown} (${t('keys.own_allowance')})`;
  return refused ? `${limited} · ${t('keys.refused', { count: refused })}` : limited;
}
