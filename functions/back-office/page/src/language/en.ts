import { english as text } from './english.ts';
import messages from '../locales/en.json' with { type: 'json' };
import type { LanguageFile } from './language-file.ts';

export default { text, messages } satisfies LanguageFile;
