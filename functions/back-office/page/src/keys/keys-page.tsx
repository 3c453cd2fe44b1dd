import { useCollection } from '@cloudscape-design/collection-hooks';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useApi } from '../api/use-api.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { LoadFailed } from '../loading/load-failed.tsx';
import { useLoad } from '../loading/use-load.ts';
import { KeyDialog } from './dialog/key-dialog.tsx';
import type { OpenDialog } from './dialog/open-dialog.ts';
import { keyColumns } from './key-columns.tsx';
import { useKeyActions } from './use-key-actions.ts';
import { Acting } from '../api/role.ts';
import { useTitle } from '../routing/use-title.ts';
import { DataTable } from '../shared/data-table.tsx';
import { SearchFilter } from '../shared/search-filter.tsx';

const PAGE_SIZE = 25;

/** All keys, and the actions for them. */
export default function KeysPage() {
  const api = useApi();
  const text = useText();
  useTitle(text.keys.title);
  const format = useFormat();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const keys = useLoad(async (signal) => (await api.keys(signal)).keys, [api]);
  const { act } = useKeyActions({ onDone: keys.reload, onDialog: setDialog });
  const { items, filterProps, collectionProps, paginationProps, filteredItemsCount } = useCollection(keys.data ?? [], {
    filtering: { fields: ['name', 'note', 'plan', 'owner'] },
    sorting: {},
    pagination: { pageSize: PAGE_SIZE },
  });
  const empty = keys.error !== null ? <LoadFailed error={keys.error} onRetry={keys.reload} /> : emptyText();

  function closeDialog() {
    setDialog(null);
    keys.reload();
  }
  function emptyText() {
    return <Box textAlign="center">{filterProps.filteringText ? text.common.no_matches : text.keys.empty}</Box>;
  }
  return (
    <>
      <DataTable
        {...collectionProps}
        items={items}
        columnDefinitions={keyColumns({ text, format, onAction: act })}
        trackBy="id"
        variant="container"
        enableKeyboardNavigation
        stickyColumns={{ last: 1 }}
        loading={keys.loading && keys.data === null}
        loadingText={text.common.loading}
        empty={empty}
        ariaLabels={{ tableLabel: text.keys.title }}
        filter={<SearchFilter {...filterProps} count={filteredItemsCount} />}
        pagination={<Pagination {...paginationProps} />}
        header={
          <Header
            variant="h1"
            description={text.keys.description}
            {...(keys.data && { counter: `(${keys.data.length})` })}
            actions={
              <SpaceBetween direction="horizontal" size="xs">
                <Button
                  iconName="refresh"
                  ariaLabel={text.common.reload}
                  loading={keys.loading}
                  onClick={keys.reload}
                />
                <Acting>
                  <Button variant="primary" onClick={() => setDialog({ kind: 'create' })}>
                    {text.keys.create}
                  </Button>
                </Acting>
              </SpaceBetween>
            }
          >
            {text.keys.title}
          </Header>
        }
      />
      <KeyDialog open={dialog} onClose={closeDialog} />
    </>
  );
}
