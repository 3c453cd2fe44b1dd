import { useMemo, useState } from 'react';
import { Acting } from '../api/use-api.ts';
import { saveCsv } from '../browser/save-file.ts';
import { MOST_COMPARED } from '../compare/compare-address.ts';
import { useFormat, useLanguage, useTranslate } from '../language/use-language.ts';
import { LoadFailed } from '../loading/loaded.tsx';
import { hrefOf } from '../routing/route.ts';
import { useTitle } from '../routing/use-route.ts';
import { DataTable, type Empty } from '../shared/data-table.tsx';
import { TagDialog } from '../shared/tag-dialog.tsx';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { Card, PageHeader, Stack } from '../ui/layout.tsx';
import { Menu } from '../ui/menu.tsx';
import { sorted } from '../ui/sorting.ts';
import { AddDialog } from './add/add-dialog.tsx';
import { CrawlAllDialog } from './crawl-all-dialog.tsx';
import { useReloadUntilFetched } from './add/use-reload-until-fetched.ts';
import { domainColumns } from './domain-columns.tsx';
import { filtered, named } from './domain-filter.ts';
import { UnfollowDialog } from '../watches/unfollow-dialog.tsx';
import { queryOf, useDomainsView } from './domains-address.ts';
import { domainsCsv } from './domains-csv.ts';
import { FilterBar } from './filter-bar.tsx';
import { type PortfolioRow, portfolioRow } from './portfolio-row.ts';
import { RefreshDialog } from './refresh-dialog.tsx';
import { neededColumns, useChosenColumns } from './shown-columns.ts';
import { useDomainList } from '../shared/use-domain-list.ts';
import { useBulkActions } from './use-bulk-actions.ts';
import './domains.css';

/** Rows that are drawn at first, and with each press of the button below them. */
const ROWS = 25;

const BY_NAME = { column: 'domain', isDescending: false };

/** The list of domains. All of it is loaded, so that it is searched and sorted without delay. */
export default function DomainsPage({ query }: { query: string }) {
  const t = useTranslate();
  const format = useFormat();
  const { language } = useLanguage();
  useTitle(t('domains.title'));
  const { domains, loading, error, reload } = useDomainList();
  const [view, changeView] = useDomainsView(query);
  const [chosen, setChosen] = useChosenColumns();
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(new Set());
  const [isAdding, setAdding] = useState(false);
  const [isCrawling, setCrawling] = useState(false);
  const [added, setAdded] = useState<readonly string[]>([]);
  useReloadUntilFetched(added, { domains, reload });
  const { name, filter, sorting, period } = view;

  // Sorting names takes longer than anything else here: it is done once.
  const byName = useMemo(() => {
    const collator = new Intl.Collator(language, { numeric: true });
    return sorted(domains, ({ domain_unicode }) => domain_unicode, false, collator);
  }, [domains, language]);
  const rows = useMemo(() => byName.map((row) => portfolioRow(row, Date.now(), period)), [byName, period]);
  const found = useMemo(() => filtered(named(rows, name), filter), [rows, name, filter]);
  const needed = useMemo(() => neededColumns({ filter, sorting }), [filter, sorting]);
  const columns = useMemo(
    () => domainColumns({ shown: [...chosen, ...needed], period, t, format }),
    [chosen, needed, period, t, format],
  );
  const sort = columns.some(({ id, sortBy }) => sortBy && id === sorting?.column) ? sorting! : BY_NAME;
  const inOrder = useMemo(() => {
    if (sort.column === BY_NAME.column) return sort.isDescending ? found.toReversed() : found;
    const { sortBy } = columns.find(({ id }) => id === sort.column)!;
    return sorted(found, sortBy!, sort.isDescending, new Intl.Collator(language));
  }, [found, columns, sort, language]);
  const selected = useMemo(() => inOrder.filter(({ domain }) => selectedKeys.has(domain)), [inOrder, selectedKeys]);
  const save = (saved: readonly PortfolioRow[]) => saveCsv('domains', domainsCsv(saved, period));
  const isFiltered = filter.conditions.length > 0 || name !== '';

  return (
    <>
      <PageHeader
        title={t('domains.title')}
        description={t('domains.description')}
        actions={
          <>
            <IconButton icon="reload" label={t('domains.reload')} onPress={reload} />
            <Button icon="download" isDisabled={inOrder.length === 0} onPress={() => save(inOrder)}>
              {t('domains.save_csv')}
            </Button>
            <Acting>
              <Button onPress={() => setCrawling(true)}>{t('crawl_all.title')}</Button>
              <Button variant="primary" icon="plus" onPress={() => setAdding(true)}>
                {t('domains.add')}
              </Button>
            </Acting>
          </>
        }
      />
      <Stack>
        {error !== null && <LoadFailed error={error} onRetry={reload} />}
        <Card isFlush>
          <FilterBar
            rows={rows}
            view={view}
            shown={[...chosen, ...needed]}
            needed={needed}
            onChange={changeView}
            onColumns={setChosen}
          />
          <p className="domains-count ui-bare ui-quiet ui-small ui-digits" role="status">
            {countText()}
          </p>
          <div className="domains-table">
            <DataTable
              of={{ loading, error: null, reload }}
              label={t('domains.title')}
              columns={columns}
              rows={inOrder}
              step={ROWS}
              view={queryOf(view)}
              isInOrder
              keyOf={({ domain }) => domain}
              sort={sort}
              onSort={(next) => changeView({ sorting: next })}
              selection={{
                selected: selectedKeys,
                onChange: setSelectedKeys,
                labelOf: ({ domain_unicode }) => t('domains.select_row', { domain: domain_unicode }),
              }}
              empty={empty()}
            />
          </div>
        </Card>
        {selected.length > 0 && (
          <SelectionBar
            found={inOrder.length}
            selected={selected}
            onSelectAll={() => setSelectedKeys(new Set(inOrder.map(({ domain }) => domain)))}
            onClear={() => setSelectedKeys(new Set())}
            onSave={() => save(selected)}
            onChanged={reload}
          />
        )}
      </Stack>
      {isCrawling && <CrawlAllDialog onClose={() => setCrawling(false)} />}
      {isAdding && <AddDialog onAdded={(names) => setAdded([...added, ...names])} onClose={() => setAdding(false)} />}
    </>
  );

  function countText(): string {
    if (loading)
      return domains.length === 0 ? t('domains.loading') : t('domains.count_loading', { count: rows.length });
    return isFiltered
      ? t('domains.count_of', { found: found.length, count: rows.length })
      : t('domains.count', { count: rows.length });
  }

  function empty(): Empty | null {
    if (error !== null) return null;
    if (!isFiltered) return { icon: 'domains', title: t('domains.empty'), hint: t('domains.empty_hint') };
    const showAll = () => changeView({ name: '', filter: { ...filter, conditions: [] } });
    return {
      title: t('domains.no_matches'),
      hint: t('domains.no_matches_hint'),
      action: <Button onPress={showAll}>{t('domains.show_all')}</Button>,
    };
  }
}

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
function SelectionBar({ found, selected, onSelectAll, onClear, onSave, onChanged }: SelectionBarProps) {
  const t = useTranslate();
  const [tagging, setTagging] = useState<'tag' | 'untag' | null>(null);
  const [isUnfollowing, setUnfollowing] = useState(false);
  const [isRefreshing, setRefreshing] = useState(false);
  const domains = selected.map(({ domain }) => domain);
  const { isBusy, change, follow, refresh } = useBulkActions(domains, onChanged);
  const canCompare = domains.length >= 2 && domains.length <= MOST_COMPARED;
  return (
    <section className="domains-selection ui-row ui-center ui-gap-2" aria-label={t('domains.selection')}>
      <span className="ui-strong ui-digits" role="status">
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
            { id: 'refresh', text: t('domains.refresh'), act: () => setRefreshing(true) },
            { id: 'tag', text: t('domains.tag'), act: () => setTagging('tag') },
            { id: 'untag', text: t('domains.untag'), act: () => setTagging('untag') },
            { id: 'follow', text: t('domains.follow'), act: () => follow() },
            { id: 'unfollow', text: t('domains.unfollow'), act: () => setUnfollowing(true) },
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
      {isRefreshing && (
        <RefreshDialog count={domains.length} onRefresh={refresh} onClose={() => setRefreshing(false)} />
      )}
      {isUnfollowing && (
        <UnfollowDialog
          domains={domains}
          tags={selected.flatMap(({ tags }) => tags)}
          onUnfollow={() => change({ follow: false })}
          onClose={() => setUnfollowing(false)}
        />
      )}
    </section>
  );
}
