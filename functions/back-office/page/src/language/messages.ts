import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import type english from '../locales/en.json';

type MessageKey = keyof typeof english;
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

/** An English message of the service, and the values in it by name. */
interface ServiceMessage {
  message: string;
  values: Readonly<Record<string, unknown>>;
}

/**
 * Returns a message of the service in the page's language. It stays English if the language has none with this key,
 * which is always so in English, or if values are missing, as those of another version of the service may be.
 */
export function translateMessage(key: string, { message, values }: ServiceMessage, translate: Translate): string {
  if (!translate.has(key)) return message;
  const texts = Object.entries(values).map(([name, value]) => [name, formatted(value)]);
  try {
    return translate(key, Object.fromEntries(texts) as Record<string, string | number>);
  } catch {
    return message;
  }
}

const formatted = (value: unknown) => (typeof value === 'number' ? value : [value].flat().join(', '));

const HTTP = /^http_(\d{3})$/;

/** An error of a source or of the service: its code, and its message if the answer contains one. */
interface Failure {
  code: string;
  message?: string;
}

/** Describes a failure by its code; the message of the service, or the code, if the page has no text for it. */
export function describeFailure({ code, message }: Failure, t: Translate): string {
  const status = HTTP.exec(code)?.[1];
  if (status !== undefined) return `HTTP ${status}`;
  const key = `failures.${code}`;
  return t.has(key) ? t(key) : (message ?? code);
}
