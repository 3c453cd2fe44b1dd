import { hugePage } from './pages.ts';

/** Returns a page that repeats a text a million times. */
const million = (text: string) => (share: number) => Buffer.from(text.repeat(1_000_000 * share));
const attribute = (text: string) => (share: number) =>
  Buffer.from(`<h1>x</h1><a href="${text.repeat((4_000_000 / text.length) * share)}">y</a>`);

/** Large pages, and pages on which a parser may run out of memory or time; `share` is the fraction of the full size. */
export const largePages: ReadonlyMap<string, (share: number) => Uint8Array> = new Map([
  ['the HTML standard, 5 MB', (share: number) => hugePage(5_000_000 * share)],
  ['a million nested elements', million('<div>')],
  ['a million nested lists of links', million('<ul><li><a href=x>')],
  ['a million links', million('<a href=/x>y</a>')],
  ['a million links to other hosts', million('<a href=//a.b>')],
  ['a million table cells', million('<td>')],
  ['an attribute of 4 MB', attribute('x')],
  ['an attribute of 4 MB of character references', attribute('&amp;')],
  ['5 MB of text', (share: number) => Buffer.from('word '.repeat(1_000_000 * share))],
  ['5 MB of character references', million('&amp;')],
  ['a comment that does not end', (share: number) => Buffer.from(`<!--${'-'.repeat(4_000_000 * share)}`)],
]);
