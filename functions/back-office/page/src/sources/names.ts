import type { Dictionary } from '../language/dictionary.ts';

/** The name of a source; the id of one that the page does not know. */
export function sourceName(id: string, text: Pick<Dictionary, 'sources'>): string {
  return (text.sources.names as Readonly<Record<string, string>>)[id] ?? id;
}

/** The name of a section of the record, by its path. */
export function sectionName(path: string, text: Pick<Dictionary, 'record'>): string {
  return (text.record.sections as Readonly<Record<string, string>>)[path] ?? path;
}
