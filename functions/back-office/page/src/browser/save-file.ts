/** By which spreadsheets recognize UTF-8: without it, they expect the encoding of the system. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Has the browser store a CSV text as a file, where it stores downloads. @param name without `.csv` */
export function saveCsv(name: string, csv: string): void {
  const text = csv.startsWith(BYTE_ORDER_MARK) ? csv : BYTE_ORDER_MARK + csv;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: `${name}.csv` });
  link.click();
  URL.revokeObjectURL(url);
}
