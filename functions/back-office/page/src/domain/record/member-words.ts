import type { RecordDictionary } from '../../language/record/record-dictionary.ts';

/** Of a list's objects `describeValue` has a path with an empty name, such as `page.redirects..url`. */
const EMPTY_NAMES = /\.{2,}/g;

/**
 * The name of a member in the page's language.
 *
 * @param name of the member in the answer: one that the site or a newer version gave stays as it is
 */
export function memberName(path: string, name: string, text: Pick<RecordDictionary, 'members'>): string {
  const member = path.replace(EMPTY_NAMES, '.');
  const section = Object.keys(text.members).find((one) => member.startsWith(`${one}.`));
  const within = member.slice((section?.length ?? 0) + 1);
  const names = (text.members as Record<string, Readonly<Record<string, string>>>)[section ?? ''] ?? {};
  // A user agent's name may have dots.
  return names[within] ?? names[within.replace(/^(\w+)\..*\.(\w+)$/, '$1.*.$2')] ?? name;
}

/** A value that is a code, in words; every other value as it is. */
export function valueWords(path: string, value: string, text: RecordDictionary): string {
  return (text.values as Record<string, Readonly<Record<string, string>>>)[path]?.[value] ?? value;
}
