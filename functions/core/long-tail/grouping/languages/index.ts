import type { Modifiers } from '../groups.ts';
import { de, en, es, fr, it, pt } from './western.ts';
import { ja, zhHans, zhHant } from './east-asian.ts';

const byLanguage = new Map<string, Modifiers>([
  ['en', en],
  ['de', de],
  ['fr', fr],
  ['es', es],
  ['it', it],
  ['pt', pt],
  ['ja', ja],
  ['zh', zhHans],
  ['zh-Hant', zhHant],
]);

/**
 * @param language as in a `Locale`
 * @returns null for a language without modifiers
 */
export const modifiersOf = (language: string): Modifiers | null => byLanguage.get(language) ?? null;
