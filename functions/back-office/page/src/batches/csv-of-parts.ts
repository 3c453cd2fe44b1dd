import type { Api } from '../api/api.ts';
import type { CsvPage } from '../api/client.ts';
import { withoutHeader } from '../api/whole-csv.ts';
import { type BatchMemory, isAsked } from './batch-memory.ts';
import type { Part } from './follow/part.ts';

interface CsvServices {
  api: Pick<Api, 'batchAsCsv' | 'createBatchAsCsv'>;
  memory: Pick<BatchMemory, 'requestOf'>;
}

/**
 * All lines of all parts as one CSV text with one header row. The parts have the same columns, since they were started
 * with the same members.
 *
 * @throws {ApiError}
 */
export async function csvOfParts(parts: readonly Part[], services: CsvServices): Promise<string> {
  let text = '';
  for (const { id } of parts.filter(({ error }) => error === null)) {
    for await (const page of pagesOf(id, services)) text += text ? withoutHeader(page) : page;
  }
  return text;
}

async function* pagesOf(id: string, { api, memory }: CsvServices): AsyncGenerator<string> {
  const request = isAsked(id) ? memory.requestOf(id) : null;
  let page: CsvPage = request ? await api.createBatchAsCsv(request, id) : await api.batchAsCsv(id, {});
  yield page.text;
  while (page.nextCursor !== null) {
    page = await api.batchAsCsv(id, { cursor: page.nextCursor });
    yield page.text;
  }
}
