import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useApi } from '../../../api/use-api.ts';
import { useFormat } from '../../../language/use-format.ts';
import { useSiteText } from '../../../language/site/use-site-text.ts';
import { useText } from '../../../language/use-language.ts';
import { SaveCsv } from '../save-csv.tsx';
import type { Issue } from '../issues/issue-words.ts';
import { ListFilters } from './list-filters.tsx';
import { pageColumns } from './page-columns.tsx';
import { queryOf, type Selection } from './selection.ts';
import { useSitePages } from './use-site-pages.ts';
import { ListTable } from '../../../shared/list-table.tsx';

interface PagesListProps {
  domain: string;
  /** Those of the site, of which one can be chosen. */
  issues: readonly Issue[];
  selection: Selection;
  /** The operator was sent here from elsewhere. */
  takesFocus: boolean;
  onSelect: (selection: Selection) => void;
}

/** The pages of the last crawl, by issue, status and text, as a table and as CSV. */
export function PagesList({ domain, issues, selection, takesFocus, onSelect }: PagesListProps) {
  const api = useApi();
  const text = useText();
  const site = useSiteText();
  const format = useFormat();
  const pages = useSitePages(domain, selection);
  const query = queryOf(selection);
  return (
    <SpaceBetween size="m">
      <ListFilters issues={issues} selection={selection} takesFocus={takesFocus} onSelect={onSelect} />
      <ListTable
        of={pages}
        variant="embedded"
        ariaLabels={{ tableLabel: site.tabs.list }}
        header={
          <Header
            variant="h2"
            actions={
              <SaveCsv
                name={`site-pages-${domain}`}
                load={(part) => api.sitePagesAsCsv(domain, { ...query, ...part })}
              />
            }
          >
            {site.tabs.list}
          </Header>
        }
        trackBy="url"
        loading={pages.loading}
        empty={site.list.empty}
        columnDefinitions={pageColumns(domain, { site, text, format })}
      />
    </SpaceBetween>
  );
}
