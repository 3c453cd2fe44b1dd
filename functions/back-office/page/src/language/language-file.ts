import type { Dictionary } from './dictionary.ts';
import type { Messages } from './messages.ts';

/** The module of a language. */
export interface LanguageFile {
  text: Dictionary;
  messages: Messages;
}
