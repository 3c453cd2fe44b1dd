import { useRef, useState } from 'react';
import { type CsvPage, csvParts } from '../api/client.ts';
import { saveCsvParts } from '../browser/save-file.ts';
import { useTranslate } from '../language/use-language.ts';
import { useAction } from '../loading/use-notify.ts';
import { Button, IconButton } from '../ui/button.tsx';

/** Most rows that the service returns at once. */
const MAX_ROWS = '1000';

export interface SaveCsvProps {
  /** Name of the file, without `.csv`. */
  name: string;
  load: (page: Record<string, string>) => Promise<CsvPage>;
}

/**
 * Saves a whole list as one CSV file. While a list of several parts is loading, which takes a minute for a large site,
 * the number of rows so far is shown, and it can be stopped.
 */
export function SaveCsv({ name, load }: SaveCsvProps) {
  const t = useTranslate();
  const { run, busy } = useAction();
  /** `null`: the first part is loading, or nothing is. */
  const [rows, setRows] = useState<number | null>(null);
  const stop = useRef<AbortController>(null);
  async function save() {
    const { signal } = (stop.current = new AbortController());
    const parts = csvParts((cursor) => load({ limit: MAX_ROWS, ...(cursor && { cursor }) }), setRows);
    await saveCsvParts(name, parts, signal).finally(() => setRows(null));
  }
  const isStoppable = busy && rows !== null;
  return (
    <>
      {isStoppable && (
        <>
          <span className="ui-quiet ui-small ui-digits">{t('site.csv_rows', { count: rows })}</span>
          <IconButton icon="close" label={t('site.csv_stop')} onPress={() => stop.current?.abort()} />
        </>
      )}
      <Button icon="download" isBusy={busy} onPress={() => void run(save)}>
        {t('site.as_csv')}
      </Button>
    </>
  );
}
