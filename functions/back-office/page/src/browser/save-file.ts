/** By which spreadsheets recognize UTF-8: without it, they expect the encoding of the system. */
const BYTE_ORDER_MARK = '\uFEFF';
const CSV = { type: 'text/csv' };

/** Has the browser store a CSV text as a file, where it stores downloads. @param name without `.csv` */
export function saveCsv(name: string, csv: string): void {
  save(name, new Blob([csv.startsWith(BYTE_ORDER_MARK) ? csv : BYTE_ORDER_MARK + csv], CSV));
}

/**
 * Has the browser store a CSV text that is loaded in parts. Those that are loaded are not kept as text: the browser may
 * write them to disk.
 *
 * @param name without `.csv`
 * @param parts without a byte order mark
 */
export async function saveCsvParts(name: string, parts: AsyncIterable<string>): Promise<void> {
  save(name, await fileOf(parts));
}

/** @returns a CSV file, with a byte order mark */
export async function fileOf(parts: AsyncIterable<string>): Promise<Blob> {
  const loaded = [new Blob([BYTE_ORDER_MARK])];
  for await (const text of parts) loaded.push(new Blob([text]));
  return new Blob(loaded, CSV);
}

function save(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: `${name}.csv` });
  link.click();
  URL.revokeObjectURL(url);
}
