import type { I18nProviderProps } from '@cloudscape-design/components/i18n';
import type { Dictionary } from './dictionary.ts';
import type { Messages } from './messages.ts';

/** The module of a language: texts of the page and of the component library. */
export interface LanguageFile {
  text: Dictionary;
  messages: Messages;
  components: I18nProviderProps.Messages;
}
