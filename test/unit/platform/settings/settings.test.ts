import { expect, test } from '@jest/globals';
import {
  BadSetting,
  commaSeparated,
  fromHost,
  fromOperator,
  number,
  optionalText,
  text,
} from '../../../../functions/core/platform/settings/kinds.ts';
import { readSettings, SettingMissing } from '../../../../functions/core/platform/settings/settings.ts';

const schema = {
  KEYWORDS_TABLE: text,
  FORUM_MARKET_ID: fromOperator(optionalText, ''),
  FORUM_EXCLUDED_BOARDS: fromOperator(commaSeparated, ''),
  FORUM_BATCH_PAUSE_MS: fromOperator(number({ min: 0, max: 3_000, isWhole: true }), 150),
  AWS_REGION: fromHost(text),
};
const environment = { KEYWORDS_TABLE: 'items', FORUM_BATCH_PAUSE_MS: '150', AWS_REGION: 'eu-west-1' };
const read = (others: Record<string, string | undefined>) => readSettings(schema, { ...environment, ...others });

test('readSettings reads settings by their kinds, and missing optional settings as empty', () => {
  const values = { KEYWORDS_TABLE: 'items', FORUM_BATCH_PAUSE_MS: 150, AWS_REGION: 'eu-west-1' };
  expect(read({ OTHER: 'x' })).toEqual({ ...values, FORUM_MARKET_ID: '', FORUM_EXCLUDED_BOARDS: new Set() });
  expect(read({ FORUM_MARKET_ID: 'm', FORUM_EXCLUDED_BOARDS: '1, 2,' })).toEqual({
    ...values,
    FORUM_MARKET_ID: 'm',
    FORUM_EXCLUDED_BOARDS: new Set(['1', '2']),
  });
});

test('readSettings reports all missing and empty settings', () => {
  const readWithout = () => read({ KEYWORDS_TABLE: undefined, FORUM_BATCH_PAUSE_MS: '', AWS_REGION: '' });
  expect(readWithout).toThrow(SettingMissing);
  expect(readWithout).toThrow(expect.objectContaining({ code: 'setting_missing' }));
  expect(readWithout).toThrow(
    'These environment variables are not set: KEYWORDS_TABLE, FORUM_BATCH_PAUSE_MS, AWS_REGION',
  );
});

test('values that were not read do not compile', () => {
  const settings = readSettings({ AWS_REGION: fromHost(text) }, environment);
  // @ts-expect-error -- the schema does not contain it
  expect(settings.KEYWORDS_TABLE).toBeUndefined();
});

test.each(['a lot', '-1', '3001', 'NaN'])('%j is not a number within the bounds', (text) => {
  expect(() => read({ FORUM_BATCH_PAUSE_MS: text })).toThrow(BadSetting);
  expect(() => read({ FORUM_BATCH_PAUSE_MS: text })).toThrow('FORUM_BATCH_PAUSE_MS must be a number from 0 to 3000');
});
