import { useEffect } from 'react';
import type { ChangedDomains, DomainChanges } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { preselected } from '../batches/new-batch.ts';
import { useStart } from '../batches/new-batch.ts';
import { useTranslate } from '../language/use-language.ts';
import { useAction, useNotify } from '../loading/use-notify.ts';
import { hrefOf } from '../routing/route.ts';

/** Names in a notification; more of them are an ellipsis. */
const MOST_NAMES = 10;

/**
 * Actions on several domains. Their failures are notifications, except those of `change`, which a dialog can show.
 *
 * @param domains their names
 * @param onChanged called after a change
 */
export function useBulkActions(domains: string[], onChanged: () => void) {
  const api = useApi();
  const t = useTranslate();
  const { run, busy } = useAction();
  const { notify, succeeded, failed } = useNotify();
  const { start, busy: isStarting, error } = useStart();
  useEffect(() => {
    if (error !== null) failed(error);
  }, [error, failed]);

  async function change(requested: Omit<DomainChanges, 'domains'>) {
    const { not_followed, not_tagged } = await changeInParts(domains, requested, api.changeDomains);
    if (not_followed.length > 0) {
      notify({ type: 'warning', header: t('domains.not_followed', { names: listOf(not_followed) }) });
    }
    if (not_tagged.length > 0)
      notify({ type: 'warning', header: t('domains.not_tagged', { names: listOf(not_tagged) }) });
    if (not_followed.length + not_tagged.length === 0) succeeded(t('domains.changed', { count: domains.length }));
    onChanged();
  }
  const listOf = (names: readonly string[]) =>
    names.slice(0, MOST_NAMES).join(t('common.comma')) + (names.length > MOST_NAMES ? ' …' : '');
  return {
    isBusy: busy || isStarting,
    change,
    follow: () => void run(() => change({ follow: true })),
    /** Fetches the domains again, as a batch, and shows it. */
    refresh: async (paid: boolean) => {
      const ids = await start({ domains, fields: [...preselected], refresh: true, paid });
      if (ids) window.location.assign(hrefOf({ view: 'batch', ids }));
    },
  };
}

/** The service's limit. */
const MOST_AT_ONCE = 1_000;

/** Changes any number of domains, in several requests if necessary. */
export async function changeInParts(
  domains: string[],
  requested: Omit<DomainChanges, 'domains'>,
  change: (changes: DomainChanges) => Promise<ChangedDomains>,
): Promise<ChangedDomains> {
  const all: ChangedDomains = { not_tagged: [], not_followed: [] };
  for (let start = 0; start < domains.length; start += MOST_AT_ONCE) {
    const changed = await change({ ...requested, domains: domains.slice(start, start + MOST_AT_ONCE) });
    all.not_tagged.push(...changed.not_tagged);
    all.not_followed.push(...changed.not_followed);
  }
  return all;
}
