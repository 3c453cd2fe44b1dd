import { chinese as text } from './chinese.ts';
import messages from '../locales/zh.json' with { type: 'json' };
import type { LanguageFile } from './language-file.ts';

export default { text, messages } satisfies LanguageFile;
