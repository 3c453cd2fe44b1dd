import { describe, expect, test } from '@jest/globals';
import { IntlMessageFormat } from 'intl-messageformat';
import { createTranslate } from '../../../functions/back-office/page/src/language/messages.ts';
import chinese from '../../../functions/back-office/page/src/locales/zh.json' with { type: 'json' };
import english from '../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };

/** Names of the parameters of a message, sorted; those inside of a plural or a choice included. */
function parametersOf(message: string): string[] {
  const names = new Set<string>();
  const collect = (value: unknown, key?: string): void => {
    if (Array.isArray(value)) for (const part of value) collect(part);
    else if (typeof value === 'object' && value !== null) {
      const { type, value: name } = value as { type?: number; value?: unknown };
      if (type !== undefined && type > 0 && type < 7 && typeof name === 'string') names.add(name);
      if (key !== 'location') for (const [member, part] of Object.entries(value)) collect(part, member);
    }
  };
  collect(new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).getAst());
  return [...names].sort();
}

const parametersByKey = (messages: Record<string, string>) =>
  Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, parametersOf(message)]));

describe('the texts of the page', () => {
  test('have the same keys and parameters in both languages', () => {
    expect(parametersByKey(chinese)).toEqual(parametersByKey(english));
  });
});

describe('createTranslate', () => {
  const t = createTranslate(english, 'en');

  test('returns a message with the values of its parameters', () => {
    expect(t('compare.add')).toBe('Add');
    expect(t('compare.remove', { domain: 'shop.example' })).toBe('Remove shop.example');
  });

  test('knows which messages exist', () => {
    expect(t.has('compare.add')).toBe(true);
    expect(t.has('compare.toString')).toBe(false);
  });

  test('throws when a value is missing', () => {
    expect(() => t('compare.remove')).toThrow('domain');
  });
});
