import { type CsvPage, csvParts } from '../api/client.ts';
import { saveCsvParts } from '../browser/save-file.ts';
import { useTranslate } from '../language/use-language.ts';
import { useAction } from '../loading/use-notify.ts';
import { Button } from '../ui/button.tsx';

/** Most rows that the service returns at once. */
const MAX_ROWS = '1000';

export interface SaveCsvProps {
  /** Name of the file, without `.csv`. */
  name: string;
  load: (page: Record<string, string>) => Promise<CsvPage>;
}

/** Saves a whole list as one CSV file. */
export function SaveCsv({ name, load }: SaveCsvProps) {
  const t = useTranslate();
  const { run, busy } = useAction();
  const save = () =>
    saveCsvParts(
      name,
      csvParts((cursor) => load({ limit: MAX_ROWS, ...(cursor && { cursor }) })),
    );
  return (
    <Button icon="download" isBusy={busy} onPress={() => void run(save)}>
      {t('site.as_csv')}
    </Button>
  );
}
