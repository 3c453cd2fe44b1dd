/** A text with placeholders `{name}`, or its forms for a count of 1 and for others. */
export type Text = string | { one: string; other: string };

/** Returns a text with values in place of its placeholders. */
export type FillText<Key extends string> = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

/** Creates the function that fills the texts of a language. @param locale BCP 47 tag, by which numbers are written */
export function createFillText<Key extends string>(texts: Readonly<Record<Key, Text>>, locale: string): FillText<Key> {
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  return (key, values = {}) => {
    const forms: Text = texts[key];
    const form = typeof forms === 'string' ? forms : values.count === 1 ? forms.one : forms.other;
    return form.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name];
      if (value === undefined) return placeholder;
      return typeof value === 'number' ? numbers.format(value) : value;
    });
  };
}
