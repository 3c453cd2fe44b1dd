import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import type english from '../locales/en.json';

export type MessageKey = keyof typeof english;
/** A message as the build has parsed it, or in ICU MessageFormat. */
type Message = string | MessageFormatElement[];
export type Messages = Readonly<Record<MessageKey, Message>>;

type Values = Readonly<Record<string, string | number>>;

/** Returns the text of a message in the page's language, with the values of its parameters. */
export interface Translate {
  (key: MessageKey, values?: Values): string;
  /** Whether there is a message for a key, such as one with a code of a newer version of the service. */
  has(key: string): key is MessageKey;
}

export function createTranslate(messages: Messages, locale: string): Translate {
  const parsed = new Map<MessageKey, IntlMessageFormat>();
  const translate = (key: MessageKey, values?: Values) => {
    const message = messages[key];
    // Most messages have no parameters.
    if (typeof message === 'string' && !message.includes('{')) return message;
    const format = parsed.get(key) ?? new IntlMessageFormat(message, locale, undefined, { ignoreTag: true });
    parsed.set(key, format);
    return format.format(values) as string;
  };
  return Object.assign(translate, { has: (key: string): key is MessageKey => Object.hasOwn(messages, key) });
}
