import { useFormat, useTranslate } from '../../language/use-language.ts';
import type { Writing } from './describe-value.ts';

/** How values are written in the chosen language. */
export function useWriting(isNone: Writing['isNone']): Writing {
  return { t: useTranslate(), format: useFormat(), isNone };
}
