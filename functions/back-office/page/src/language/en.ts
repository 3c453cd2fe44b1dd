import components from '@cloudscape-design/components/i18n/messages/all.en';
import { english as text } from './english.ts';
import type { LanguageFile } from './language-file.ts';

export default { text, components } satisfies LanguageFile;
