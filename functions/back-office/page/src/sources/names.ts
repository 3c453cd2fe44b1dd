import type { Translate } from '../language/messages.ts';

/** The name of a source; the id of one that the page does not know. */
export function sourceName(id: string, t: Translate): string {
  const key = `sources.names.${id}`;
  return t.has(key) ? t(key) : id;
}

/** The name of a section of the record, by its path. */
export function sectionName(path: string, t: Translate): string {
  const key = `record.sections.${path}`;
  return t.has(key) ? t(key) : path;
}
