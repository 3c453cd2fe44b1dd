import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import TextFilter from '@cloudscape-design/components/text-filter';
import { useState } from 'react';
import { useText } from '../language/use-language.ts';
import { LoadFailed } from '../loading/load-failed.tsx';
import { domainColumns } from './domain-columns.tsx';
import { useDomainList } from './use-domain-list.ts';
import { useTitle } from '../routing/use-title.ts';
import { DataTable } from '../shared/data-table.tsx';

/** The list of domains. */
export default function DomainsPage() {
  const text = useText();
  useTitle(text.domains.title);
  const [search, setSearch] = useState('');
  const { domains, more, loading, error, loadMore, reload } = useDomainList(search.trim().toLowerCase());
  const empty = search ? text.common.no_matches : text.domains.empty;
  return (
    <DataTable
      items={domains}
      columnDefinitions={domainColumns(text)}
      trackBy="domain"
      variant="container"
      loading={loading && domains.length === 0}
      loadingText={text.common.loading}
      empty={error === null ? <Box textAlign="center">{empty}</Box> : <LoadFailed error={error} onRetry={reload} />}
      ariaLabels={{ tableLabel: text.domains.title }}
      filter={
        <TextFilter
          filteringText={search}
          filteringPlaceholder={text.domains.search}
          filteringAriaLabel={text.domains.search}
          onChange={({ detail }) => setSearch(detail.filteringText)}
        />
      }
      header={
        <Header
          variant="h1"
          description={text.domains.description}
          actions={<Button iconName="refresh" ariaLabel={text.common.reload} loading={loading} onClick={reload} />}
        >
          {text.domains.title}
        </Header>
      }
      footer={
        more && (
          <Box textAlign="center">
            <Button loading={loading} onClick={loadMore}>
              {text.common.more}
            </Button>
          </Box>
        )
      }
    />
  );
}
