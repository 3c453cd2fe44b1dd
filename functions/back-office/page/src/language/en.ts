import components from '@cloudscape-design/components/i18n/messages/all.en';
import { english as text } from './english.ts';
import messages from '../locales/en.json' with { type: 'json' };
import type { LanguageFile } from './language-file.ts';

export default { text, messages, components } satisfies LanguageFile;
