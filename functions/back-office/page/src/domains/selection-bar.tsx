import { useState } from 'react';
import { Acting } from '../api/use-api.ts';
import { MOST_COMPARED } from '../compare/compare-address.ts';
import { useTranslate } from '../language/use-language.ts';
import { hrefOf } from '../routing/route.ts';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import type { PortfolioRow } from './portfolio-row.ts';
import { TagDialog } from '../shared/tag-dialog.tsx';
import { useBulkActions } from './use-domain-list.ts';

interface SelectionBarProps {
  /** Number of domains that the filter leaves. */
  found: number;
  selected: readonly PortfolioRow[];
  onSelectAll: () => void;
  onClear: () => void;
  onSave: () => void;
  onChanged: () => void;
}

/** What can be done with the selected domains. It stays in sight while the table is scrolled. */
export function SelectionBar({ found, selected, onSelectAll, onClear, onSave, onChanged }: SelectionBarProps) {
  const t = useTranslate();
  const [tagging, setTagging] = useState<'tag' | 'untag' | null>(null);
  const domains = selected.map(({ domain }) => domain);
  const { isBusy, change, follow, refresh } = useBulkActions(domains, onChanged);
  const canCompare = domains.length >= 2 && domains.length <= MOST_COMPARED;
  return (
    <section className="domains-selection" aria-label={t('domains.selection')}>
      <span className="domains-selection__count" role="status">
        {t('domains.selected', { count: domains.length })}
      </span>
      {domains.length < found && (
        <Button variant="quiet" onPress={onSelectAll}>
          {t('domains.select_all', { count: found })}
        </Button>
      )}
      <Acting>
        <Menu
          isDisabled={isBusy}
          actions={[
            { id: 'refresh', text: t('domains.refresh'), act: () => void refresh() },
            { id: 'tag', text: t('domains.tag'), act: () => setTagging('tag') },
            { id: 'untag', text: t('domains.untag'), act: () => setTagging('untag') },
            { id: 'follow', text: t('domains.follow'), act: () => follow(true) },
            { id: 'unfollow', text: t('domains.unfollow'), act: () => follow(false) },
          ]}
        >
          {t('domains.actions')}
        </Menu>
      </Acting>
      {canCompare ? (
        <ButtonLink href={hrefOf({ view: 'compare', query: `domains=${domains.join(',')}` })}>
          {t('domains.compare')}
        </ButtonLink>
      ) : (
        <Button isDisabled>{t('domains.compare')}</Button>
      )}
      <Button icon="download" onPress={onSave}>
        {t('domains.save_csv')}
      </Button>
      <IconButton icon="close" label={t('domains.clear_selection')} onPress={onClear} />
      {tagging && (
        <TagDialog
          mode={tagging}
          count={domains.length}
          onTags={(tags) => change(tagging === 'tag' ? { add_tags: tags } : { remove_tags: tags })}
          onClose={() => setTagging(null)}
        />
      )}
    </section>
  );
}
