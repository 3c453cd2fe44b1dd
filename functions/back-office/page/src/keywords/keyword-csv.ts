import { engineIds } from '../../../../core/keywords/choices.ts';
import { csvText, type CsvTable } from '../../../../core/platform/text/csv-text.ts';
import type { Translate } from '../language/messages.ts';

/** Metrics that only a paid provider knows. */
const PAID = new Set(['search_volume', 'cpc_usd', 'competition', 'keyword_difficulty', 'intent']);

/**
 * Returns a table of keywords of the API as CSV for people: engines have their names, and paid metrics have a column only
 * if one of the keywords has a value.
 */
export function keywordCsv({ header, rows }: CsvTable, t: Translate): string {
  const kept = header.flatMap((name, index) =>
    PAID.has(name) && rows.every((row) => row[index] === null) ? [] : [{ name, index }],
  );
  return csvText({
    header: kept.map(({ name }) => name),
    rows: rows.map((row) =>
      kept.map(({ name, index }) => {
        const cell = row[index] ?? null;
        return name === 'engines' && typeof cell === 'string' ? enginesText(cell, t) : cell;
      }),
    ),
  });
}

/** @param ids separated by spaces */
function enginesText(ids: string, t: Translate): string {
  const named = ids.split(' ').map((id) => engineIds.find((engine) => engine === id));
  return named.map((id) => (id ? t(`keywords.engines.${id}`) : '')).join(' ');
}
