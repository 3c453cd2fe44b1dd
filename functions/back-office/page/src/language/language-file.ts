import type { I18nProviderProps } from '@cloudscape-design/components/i18n';
import type { Dictionary } from './dictionary.ts';

/** What is loaded for a language: the page's texts, and those of the component library. */
export interface LanguageFile {
  text: Dictionary;
  components: I18nProviderProps.Messages;
}
