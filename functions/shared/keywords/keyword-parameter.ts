import * as z from 'zod';
import type { ParameterForm } from '../http/parameter-form.ts';
import { charCount } from './words.ts';
import { NO_TEXT, normaliseKeyword } from './normalise.ts';

const MAX_CHARACTERS = 100;

const form: ParameterForm = { type: 'string', minLength: 1, maxLength: MAX_CHARACTERS };

/**
 * A keyword in any script, which is transformed to its normal form.
 *
 * @param meaning first words of the description
 */
export function keywordParameter(meaning: string) {
  return z
    .string({ error: 'is required' })
    .transform((text, context) => {
      const keyword = normaliseKeyword(text);
      const isText = !keyword.includes(NO_TEXT);
      if (isText && keyword !== '' && charCount(keyword) <= MAX_CHARACTERS) return keyword;
      const message = isText ? `must have from 1 to ${MAX_CHARACTERS} characters` : 'must be text in UTF-8';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({
      description: `${meaning}; 1 to ${MAX_CHARACTERS} characters in any script, counted in the normal form (NFKC, lower case, spaces collapsed)`,
      form,
      examples: ['camping stove'],
    });
}
