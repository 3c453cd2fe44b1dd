import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useApi } from '../../../api/use-api.ts';
import { wholeCsv } from '../../../api/whole-csv.ts';
import { saveFile } from '../../../browser/save-file.ts';
import { useFormat } from '../../../language/use-format.ts';
import { useSiteText } from '../../../language/site/use-site-text.ts';
import { useText } from '../../../language/use-language.ts';
import { useAction } from '../../../loading/use-action.ts';
import type { Issue } from '../issues/issue-words.ts';
import { ListFilters } from './list-filters.tsx';
import { pageColumns } from './page-columns.tsx';
import { queryOf, type Selection } from './selection.ts';
import { useSitePages } from './use-site-pages.ts';
import { ListTable } from '../../../shared/list-table.tsx';

/** Most pages that the service answers at once. */
const MOST_AT_ONCE = '1000';

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
  const { run, busy } = useAction();
  const pages = useSitePages(domain, selection);

  async function save() {
    const query = { ...queryOf(selection), limit: MOST_AT_ONCE };
    const csv = await wholeCsv((cursor) => api.sitePagesAsCsv(domain, { ...query, ...(cursor && { cursor }) }));
    // Spreadsheets take a file without a byte order mark for one in the system's own encoding.
    saveFile(`site-pages-${domain}.csv`, `\uFEFF${csv}`, 'text/csv');
  }
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
              <Button iconName="download" loading={busy} onClick={() => void run(save)}>
                {site.list.save_csv}
              </Button>
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
