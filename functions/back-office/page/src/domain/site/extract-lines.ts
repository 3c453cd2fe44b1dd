import type { ExtractRule } from '../../../../../core/record/extracted.ts';

/** Returns the values that a crawl extracts as lines: name, what is read, and the selector, which may have spaces. */
export const extractText = (rules: readonly ExtractRule[]) =>
  rules.map(({ name, get, css }) => `${name} ${get} ${css}`).join('\n');

/** Reads these lines. What is missing in a line is empty, so that the API names it. */
export function extractOf(text: string): ExtractRule[] {
  return text.split('\n').flatMap((line) => {
    const [name, get = '', ...css] = line.trim().split(/\s+/) as [string, ...string[]];
    return name === '' ? [] : [{ name, css: css.join(' '), get }];
  });
}
