import { chinese as text } from './chinese.ts';
import audits from '../locales/audits.zh.json' with { type: 'json' };
import errors from '../locales/errors.zh.json' with { type: 'json' };
import messages from '../locales/zh.json' with { type: 'json' };
import type { LanguageFile } from './language-file.ts';

export default { text, messages: { ...messages, ...errors, ...audits } } satisfies LanguageFile;
