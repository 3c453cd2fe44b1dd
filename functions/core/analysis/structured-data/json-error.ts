/**
 * Describes why a text is not JSON.
 *
 * @returns `Line 3, column 5: Expected ',' or '}' after property value`; `null` if it is JSON
 */
export function describeJsonError(text: string): string | null {
  const message = parseError(text);
  if (message === null) return null;
  const given = / in JSON at position (\d+)/.exec(message)?.[1];
  const position = given === undefined ? unexpectedToken(text) : Number(given);
  const before = text.slice(0, position).split(/\r\n|\r|\n/);
  const reason = message.replace(/ in JSON at position .*$|, (?:\.{3})?".*$/s, '');
  return `Line ${before.length}, column ${before.at(-1)!.length + 1}: ${reason}`;
}

function parseError(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Finds the token that V8 quotes without its position: the shortest part of the text with this error ends with it. The
 * other error without position concerns the end of the text.
 */
function unexpectedToken(text: string): number {
  let valid = 0;
  let invalid = text.length + 1;
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if (parseError(text.slice(0, middle))?.startsWith('Unexpected token')) invalid = middle;
    else valid = middle;
  }
  return invalid - 1;
}
