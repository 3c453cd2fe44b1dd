import { message } from '../platform/http/message.ts';
import { BadValue, textParameter } from '../platform/http/parameters.ts';
import { charCount, NO_TEXT, normaliseKeyword } from '../analysis/words/words.ts';

const MAX_CHARACTERS = 100;

/**
 * A keyword in any script, which is transformed to its normal form.
 *
 * @param meaning first words of the description
 */
export function keywordParameter(meaning: string) {
  return textParameter(readKeyword, {
    description: `${meaning}; 1 to ${MAX_CHARACTERS} characters in any script, counted in the normal form (NFKC, lower case, spaces collapsed)`,
    form: { type: 'string', minLength: 1, maxLength: MAX_CHARACTERS },
    examples: ['camping stove'],
  });
}

function readKeyword(text: string): string {
  const keyword = normaliseKeyword(text);
  if (keyword.includes(NO_TEXT)) throw new BadValue('must be text in UTF-8');
  if (keyword !== '' && charCount(keyword) <= MAX_CHARACTERS) return keyword;
  throw new BadValue(message`must have from ${{ min: 1 }} to ${{ max: MAX_CHARACTERS }} characters`);
}
