import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import { useEffect, useState } from 'react';
import type { ChangedDomains, DomainChanges } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { preselected } from '../batches/start/offered-members.ts';
import { useStart } from '../batches/start/use-start.ts';
import { useTranslate } from '../language/use-translate.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { useAction } from '../loading/use-action.ts';
import { useNotify } from '../loading/use-notify.ts';
import { hrefOf } from '../routing/route.ts';
import { changeInParts } from './change-in-parts.ts';
import type { PortfolioRow } from './portfolio-row.ts';
import { TagDialog } from './tag-dialog.tsx';

/** Names in a notice; what is more than these is an ellipsis. */
const MOST_NAMES = 10;

interface SelectionActionsProps {
  /** Those that can be selected. */
  found: PortfolioRow[];
  selected: PortfolioRow[];
  onSelect: (rows: PortfolioRow[]) => void;
  onChanged: () => void;
}

/** What can be done with the selected domains. */
export function SelectionActions({ found, selected, onSelect, onChanged }: SelectionActionsProps) {
  const api = useApi();
  const t = useTranslate();
  const { common } = useText();
  const format = useFormat();
  const { run, busy } = useAction();
  const { notify, succeeded, failed } = useNotify();
  const { start, busy: starting, error } = useStart();
  const [tagging, setTagging] = useState<'tag' | 'untag' | null>(null);
  useEffect(() => {
    if (error !== null) failed(error);
  }, [error, failed]);
  const domains = selected.map(({ domain }) => domain);
  const count = format.number(domains.length);

  async function change(wanted: Omit<DomainChanges, 'domains'>) {
    const { not_followed, not_tagged } = await changeInParts(domains, wanted, api.changeDomains);
    if (not_followed.length > 0)
      notify({ type: 'warning', header: t('portfolio.not_followed', { names: listed(not_followed) }) });
    if (not_tagged.length > 0)
      notify({ type: 'warning', header: t('portfolio.not_tagged', { names: listed(not_tagged) }) });
    if (not_followed.length + not_tagged.length === 0) succeeded(t('portfolio.changed', { count }));
    onChanged();
  }
  async function refresh() {
    const ids = await start({ domains, fields: [...preselected], refresh: true });
    if (ids) window.location.assign(hrefOf({ view: 'batch', ids }));
  }
  const listed = (names: ChangedDomains['not_followed']) =>
    names.slice(0, MOST_NAMES).join(common.comma) + (names.length > MOST_NAMES ? ' …' : '');
  const none = domains.length === 0;
  const actions: Record<string, () => void> = {
    select_all: () => onSelect(found),
    select_none: () => onSelect([]),
    refresh: () => void refresh(),
    tag: () => setTagging('tag'),
    untag: () => setTagging('untag'),
    follow: () => void run(() => change({ follow: true })),
    unfollow: () => void run(() => change({ follow: false })),
  };
  return (
    <>
      <ButtonDropdown
        loading={busy || starting}
        onItemClick={({ detail }) => actions[detail.id]?.()}
        items={[
          { id: 'select_all', text: t('portfolio.select_all', { count: format.number(found.length) }) },
          { id: 'select_none', text: t('portfolio.select_none'), disabled: none },
          {
            text: t('portfolio.with_selected', { count }),
            items: (['refresh', 'tag', 'untag', 'follow', 'unfollow'] as const).map((id) => ({
              id,
              text: t(`portfolio.${id}`),
              disabled: none,
            })),
          },
        ]}
      >
        {common.actions}
      </ButtonDropdown>
      {tagging && (
        <TagDialog
          mode={tagging}
          count={count}
          onTags={(tags) => change(tagging === 'tag' ? { add_tags: tags } : { remove_tags: tags })}
          onClose={() => setTagging(null)}
        />
      )}
    </>
  );
}
