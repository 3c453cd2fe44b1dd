import { IntlMessageFormat } from 'intl-messageformat';
import type english from '../locales/en.json';

export type MessageKey = keyof typeof english;
export type Messages = Readonly<Record<MessageKey, string>>;

type Values = Readonly<Record<string, string | number>>;

/** Returns the text of a message in the page's language, with the values of its parameters. */
export interface Translate {
  (key: MessageKey, values?: Values): string;
  /** Whether there is a message for a key, such as one with a code of a newer version of the service. */
  has(key: string): key is MessageKey;
}

/** @param messages in ICU MessageFormat */
export function createTranslate(messages: Messages, locale: string): Translate {
  const parsed = new Map<MessageKey, IntlMessageFormat>();
  const translate = (key: MessageKey, values?: Values) => {
    const message = messages[key];
    // Most messages have no parameters and need no parser.
    if (!message.includes('{')) return message;
    const format = parsed.get(key) ?? new IntlMessageFormat(message, locale, undefined, { ignoreTag: true });
    parsed.set(key, format);
    return format.format(values) as string;
  };
  return Object.assign(translate, { has: (key: string): key is MessageKey => Object.hasOwn(messages, key) });
}
