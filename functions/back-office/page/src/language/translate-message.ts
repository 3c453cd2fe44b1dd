import type { Translate } from './messages.ts';

/** An English message of the service, and the values in it by name. */
interface ServiceMessage {
  message: string;
  params: Readonly<Record<string, unknown>>;
}

/**
 * Returns a message of the service in the page's language. It stays English if the language has none with this key,
 * which is always so in English, or if values are missing, as those of another version of the service may be.
 */
export function translateMessage(key: string, { message, params }: ServiceMessage, translate: Translate): string {
  if (!translate.has(key)) return message;
  const values = Object.entries(params).map(([name, value]) => [name, formatted(value)]);
  try {
    return translate(key, Object.fromEntries(values) as Record<string, string | number>);
  } catch {
    return message;
  }
}

const formatted = (value: unknown) => (typeof value === 'number' ? value : [value].flat().join(', '));
