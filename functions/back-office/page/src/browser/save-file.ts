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
 * @param signal aborted: nothing is stored, and no further part is loaded
 */
export async function saveCsvParts(name: string, parts: AsyncIterable<string>, signal?: AbortSignal): Promise<void> {
  const file = await fileOf(parts, signal);
  if (file) save(name, file);
}

/** @returns a CSV file, with a byte order mark; `null`: `signal` was aborted */
export async function fileOf(parts: AsyncIterable<string>, signal?: AbortSignal): Promise<Blob | null> {
  const loaded = [new Blob([BYTE_ORDER_MARK])];
  for await (const text of parts) {
    if (signal?.aborted) return null;
    loaded.push(new Blob([text]));
  }
  return new Blob(loaded, CSV);
}

function save(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: `${name}.csv` });
  link.click();
  URL.revokeObjectURL(url);
}
