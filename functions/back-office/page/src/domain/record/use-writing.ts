import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { useTranslate } from '../../language/use-translate.ts';
import type { Writing } from './describe-value.ts';

/** How values are written in the chosen language. */
export function useWriting(isNone: Writing['isNone']): Writing {
  return { text: useText(), t: useTranslate(), format: useFormat(), isNone };
}
