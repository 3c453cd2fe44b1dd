import Button from '@cloudscape-design/components/button';
import type { CsvPage } from '../../api/client.ts';
import { wholeCsv } from '../../api/whole-csv.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useSiteText } from '../../language/site/use-site-text.ts';
import { useAction } from '../../loading/use-action.ts';

/** Most rows that the service returns at once. */
const MAX_ROWS = '1000';

interface SaveCsvProps {
  /** Name of the file, without `.csv`. */
  name: string;
  load: (page: Record<string, string>) => Promise<CsvPage>;
}

/** Saves a list of a crawl as one CSV file. */
export function SaveCsv({ name, load }: SaveCsvProps) {
  const site = useSiteText();
  const { run, busy } = useAction();

  async function save() {
    const csv = await wholeCsv((cursor) => load({ limit: MAX_ROWS, ...(cursor && { cursor }) }));
    // Spreadsheets take a file without a byte order mark for one in the system's own encoding.
    saveFile(`${name}.csv`, `\uFEFF${csv}`, 'text/csv');
  }
  return (
    <Button iconName="download" loading={busy} onClick={() => void run(save)}>
      {site.list.save_csv}
    </Button>
  );
}
