/* Regular expressions such as `/[.]+$/` take quadratic time; these functions take linear time. */

/** @returns the text without these characters (UTF-16 code units) at its end */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

/** @returns the text without these characters (UTF-16 code units) at its start */
export function withoutStart(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text[start]!)) start += 1;
  return text.slice(start);
}
