import type { Modifiers } from '../modifiers.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { pt } from './pt.ts';
import { zhHans } from './zh-hans.ts';
import { zhHant } from './zh-hant.ts';

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
