/** A value in a message. In the text, the elements of a list and the pairs of an object are separated by commas. */
export type MessageValue = string | number | readonly (string | number)[] | { readonly [name: string]: MessageValue };

/** The values of a message by name. */
export type MessageValues = Readonly<Record<string, MessageValue>>;

/** An English message and its values, with which it can be translated. */
export interface Message {
  text: string;
  values: MessageValues;
}

/**
 * Composes a message: ``message`must be from ${{ min }} to ${{ max }}` ``.
 *
 * @param values objects of one value each, by its name
 */
export function message(strings: TemplateStringsArray, ...values: MessageValues[]): Message {
  const texts = values.map((value) => Object.values(value).map(textOf).join(''));
  return { text: String.raw({ raw: strings }, ...texts), values: Object.assign({}, ...values) as MessageValues };
}

/** Converts a text to a message without values; a message is returned unchanged. */
export function asMessage(given: string | Message): Message {
  return typeof given === 'string' ? { text: given, values: {} } : given;
}

/**
 * Returns the message of a template, in which `{name}` is replaced by the value of this name, and `{name, number}` by a
 * number in groups of three digits.
 */
export function fillIn(template: string, values: MessageValues): Message {
  const text = template.replace(/\{(\w+)(, number)?\}/g, (_, name: string, isGrouped?: string) => {
    const value = values[name] ?? '';
    return isGrouped && typeof value === 'number' ? value.toLocaleString('en') : textOf(value);
  });
  return { text, values };
}

function textOf(value: MessageValue): string {
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.join(', ');
  return Object.entries(value)
    .map(([name, each]) => `${name}: ${textOf(each)}`)
    .join(', ');
}
