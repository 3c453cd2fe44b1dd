import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { answerPage } from '../../../functions/core/batches/batch-page.ts';
import { batchTable } from '../../../functions/core/batches/csv-table.ts';
import type { BatchRow, BatchView } from '../../../functions/core/batches/batch.ts';
import { csvText } from '../../../functions/core/platform/text/csv-text.ts';
import { domainMembers } from '../../../functions/core/record/members.computed.ts';
import { parseCsv } from '../../support/csv.ts';
import { dottedNames } from '../../support/dotted-names.ts';
import { doneLine, manyLines, NOW, storedEntries, viewOf } from './views.ts';

const options = (fields: string | null): Pick<BatchView, 'options'> => ({
  options: { refresh: false, fields, history: null, paid: false },
});
const ALL = { limit: 1_000 };

const rowsOf = async (view: BatchView) => parseCsv(csvText((await batchTable(view, ALL, NOW)).table));

const error = { code: 'invalid_parameter', message: 'is not text', retryable: false };
const invalid: BatchRow = { input: '7', domain: null, status: 'invalid', error };

describe('a table', () => {
  test('has one table row for each row, with its status and the selected members', async () => {
    const [entry] = storedEntries;
    const record = JSON.parse(entry!.recordJson) as { seo_score: number; page: { title: string } };
    const rows = [
      doneLine(entry!.domain),
      invalid,
      doneLine('new.com', { status: 'pending' }),
      doneLine(entry!.domain),
    ];
    const fields = 'page.title,seo_score,domain';
    const done = [`www.${entry!.domain}`, entry!.domain, 'done', '', '', String(record.seo_score), record.page.title];
    expect(await rowsOf(viewOf([entry!], { rows, ...options(fields) }))).toEqual([
      ['input', 'domain', 'status', 'error', 'message', 'seo_score', 'page.title'],
      done,
      ['7', '', 'invalid', 'invalid_parameter', 'is not text', '', ''],
      ['www.new.com', 'new.com', 'pending', '', '', '', ''],
      done,
    ]);
  });

  test('has the same columns for every row, with any selection', async () => {
    const names = dottedNames(domainMembers).filter((name) => !name.includes('*'));
    const fields = fc.option(fc.subarray(names, { minLength: 1, maxLength: 50 }));
    const rows = [...storedEntries.map(({ domain }) => doneLine(domain)), invalid, ...manyLines(3)];
    await fc.assert(
      fc.asyncProperty(fields, async (chosen) => {
        const table = await rowsOf(viewOf(storedEntries, { rows, ...options(chosen && chosen.join(',')) }));
        expect(table).toHaveLength(rows.length + 1);
        expect(table[0]!.slice(0, 5)).toEqual(['input', 'domain', 'status', 'error', 'message']);
        expect(new Set(table[0]).size).toBe(table[0]!.length);
        for (const row of table) expect(row).toHaveLength(table[0]!.length);
      }),
      { numRuns: 40 },
    );
  });

  test('preserves any input and text except the start of a formula', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), async (input, title) => {
        const rows = [doneLine('a.com', { input })];
        const entry = {
          ...storedEntries[0]!,
          domain: 'a.com',
          recordJson: JSON.stringify({ page: { title }, sources: [] }),
        };
        const [, row] = await rowsOf(viewOf([entry], { rows, ...options('page.title') }));
        expect([input, `'${input}`]).toContain(row![0]);
        expect([title, `'${title}`]).toContain(row![5]);
      }),
    );
  });

  test('contains the same as the JSON', async () => {
    const fields = 'page,dns,tls,sources.id,audit.score';
    const view = viewOf(storedEntries, options(fields));
    const history = { read: () => Promise.reject(new Error('No history is requested')) };
    const { json } = await answerPage(view, ALL, { history, now: () => NOW });
    const { items } = JSON.parse(json) as { items: { data: Record<string, Record<string, unknown> | null> }[] };
    const [header, ...rows] = await rowsOf(view);
    const cell = (row: number, name: string) => rows[row]![header!.indexOf(name)];
    for (const [index, { data }] of items.entries()) {
      expect(cell(index, 'audit.score')).toBe(String((data.audit?.score as number | undefined) ?? ''));
      expect(cell(index, 'page.redirects')).toBe(data.page ? JSON.stringify(data.page.redirects) : '');
      expect(cell(index, 'dns.ns')).toBe(((data.dns?.ns ?? []) as string[]).join('; '));
      expect(cell(index, 'tls.valid')).toBe(data.tls ? String(data.tls.valid) : '');
      const ids = (data.sources as unknown as { id: string }[]).map(({ id }) => ({ id }));
      expect(cell(index, 'sources')).toBe(JSON.stringify(ids));
    }
  });
});
