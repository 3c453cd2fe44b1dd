import { IntlMessageFormat } from 'intl-messageformat';
import type english from '../locales/en.json';

export type MessageKey = keyof typeof english;
export type Messages = Readonly<Record<MessageKey, string>>;

/**
 * Returns the text of a message in the page's language.
 *
 * @param values parameters of the message
 */
export type Translate = (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string;

/** @param messages in ICU MessageFormat */
export function createTranslate(messages: Messages, locale: string): Translate {
  const parsed = new Map<MessageKey, IntlMessageFormat>();
  return (key, values) => {
    const message = messages[key];
    // Most messages have no parameters and need no parser.
    if (!message.includes('{')) return message;
    const format = parsed.get(key) ?? new IntlMessageFormat(message, locale, undefined, { ignoreTag: true });
    parsed.set(key, format);
    return format.format(values) as string;
  };
}
