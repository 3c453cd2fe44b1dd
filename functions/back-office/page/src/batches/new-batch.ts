import { useState } from 'react';
import { MAX_ROWS } from '../../../../core/batches/batch.ts';
import type { NewBatch } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { mayPass } from '../api/client.ts';
import { memory } from './batch-memory.ts';

/** Members of a record that the form offers; all others can be named. */
export const offeredMembers = [
  'seo_score',
  'page.title',
  'page.meta_description',
  'page.http_status',
  'page.final_url',
  'page.word_count',
  'popularity.tranco.rank',
  'popularity.open_page_rank.score',
  'registration.registered_at',
  'registration.expires_at',
  'registration.registrar',
  'tls.days_remaining',
  'archive.first_seen_at',
  'organic.etv',
  'organic.count',
] as const;

export type OfferedMember = (typeof offeredMembers)[number];

export const preselected: readonly OfferedMember[] = [
  'seo_score',
  'page.title',
  'page.http_status',
  'popularity.tranco.rank',
  'registration.registered_at',
  'tls.days_remaining',
];

/** Dotted names in a text, separated by commas or spaces; each once. */
export function namedMembers(text: string): string[] {
  return [...new Set(text.split(/[\s,，、;；]+/).filter(Boolean))];
}

/** Maximum number of rows that the page starts at once. */
export const MOST_AT_ONCE = 20 * MAX_ROWS;

/** Splits a list of any length into batches of as many rows as the service accepts, in order. */
export function newBatches({ domains, ...options }: NewBatch): NewBatch[] {
  const count = Math.ceil(domains.length / MAX_ROWS);
  return Array.from({ length: count }, (_, index) => ({
    ...options,
    domains: domains.slice(index * MAX_ROWS, (index + 1) * MAX_ROWS),
  }));
}

/** A cell in quotes that are closed before the next separator, or else everything up to it. */
const CELL = /"([^"]*(?:""[^"]*)*)"(?=[,;\t\r\n]|$)|[^,;\t\r\n]*/y;
const ROW_END = /\r\n|\r|\n/y;
const SEPARATOR = /[,;\t]/y;

/** Headers of a column of domains, in lower case. */
const HEADERS = new Set([
  ...['domain', 'domains', 'domain name', 'domain_name', 'host', 'hostname', 'url', 'urls', 'site', 'website'],
  ...['address', 'input', '域名', '域名列表', '网址', '网站', '主机'],
]);

/**
 * Reads the domains of a list with one per line, or of the first column of a CSV file.
 *
 * A header row at the beginning is left out, and so are blank rows after the last domain. Other blank rows stay, so that
 * the numbers of rows match, and so do repeated domains. Cells may be in quotes (RFC 4180) and separated by commas,
 * semicolons or tabs. Whether a row is a domain is not checked here. The result, one per line, is read as the same again.
 */
export function readDomains(text: string): string[] {
  const cells = firstCells(text.replace(/^\uFEFF/, '')).map(withoutMarks);
  const isHeader = (cell: string) => HEADERS.has(cell.toLowerCase());
  const first = cells.findIndex((cell) => cell !== '' && !isHeader(cell));
  if (first === -1) return [];
  const header = cells.slice(0, first).findLastIndex(isHeader);
  return cells.slice(header + 1, cells.findLastIndex((cell) => cell !== '') + 1);
}

/** No form of a domain has quotes, or needs what follows a separator. */
function withoutMarks(cell: string): string {
  const [front] = cell.split(/[,;\t\r\n]/);
  return front!.replaceAll('"', '').replace(/\s+/g, ' ').trim();
}

/** The first cell of each row. */
function firstCells(text: string): string[] {
  const cells: string[] = [];
  let [at, isFirst] = [0, true];
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  while (at < text.length) {
    const [plain, quoted] = skip(CELL)!;
    if (isFirst) cells.push(quoted?.replaceAll('""', '"') ?? plain);
    isFirst = skip(SEPARATOR) === null && skip(ROW_END) !== null;
  }
  return cells;
}

const MARKS: [encoding: string, mark: number[]][] = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Decodes a file: UTF-8, or UTF-16 with a byte order mark, or else GB 18030, in which spreadsheets write CSV on Chinese
 * systems.
 */
export function decodeFile(bytes: Uint8Array): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) return new TextDecoder(marked[0]).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/**
 * Starts a list as batches. The first one is created here, so that a request that is refused can be corrected; the view of
 * the batches creates the others, and the first one too if the service could not be reached.
 *
 * @returns `start`, which returns the ids of the batches, or `null` if the request is refused, with the reason in `error`
 */
export function useStart() {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function start(list: NewBatch): Promise<string[] | null> {
    setBusy(true);
    setError(null);
    const batches = newBatches(list);
    const [first, ...others] = memory.start(batches, new Date());
    try {
      const { batch_id } = await api.createBatch(batches[0]!, first!);
      if (batch_id !== null) memory.setStored(first!, batch_id);
    } catch (refusal) {
      if (!mayPass(refusal)) {
        memory.remove([first!, ...others]);
        setError(refusal);
        return null;
      }
    } finally {
      setBusy(false);
    }
    return [memory.currentId(first!), ...others];
  }
  return { start, busy, error };
}
