import { expect, test } from '@jest/globals';
import {
  BadSetting,
  SettingMissing,
  readSettings,
  commaSeparated,
  fromHost,
  number,
  optionalText,
  text,
} from '../../../functions/shared/settings/settings.ts';

const schema = {
  TABLE: text,
  NOTE: optionalText,
  BOARDS: commaSeparated,
  PAUSE_MS: number({ max: 3_000 }),
  REGION: fromHost(text),
};
const environment = { TABLE: 'items', PAUSE_MS: '150', REGION: 'eu-west-1' };
const read = (others: Record<string, string | undefined>) => readSettings(schema, { ...environment, ...others });

test('settings are read by their kinds, and what may be missing is empty', () => {
  const values = { TABLE: 'items', PAUSE_MS: 150, REGION: 'eu-west-1' };
  expect(read({ OTHER: 'x' })).toEqual({ ...values, NOTE: '', BOARDS: new Set() });
  expect(read({ NOTE: 'n', BOARDS: '1, 2,' })).toEqual({ ...values, NOTE: 'n', BOARDS: new Set(['1', '2']) });
});

test('all settings that are missing or empty are named at once', () => {
  const readWithout = () => read({ TABLE: undefined, PAUSE_MS: '', REGION: '' });
  expect(readWithout).toThrow(SettingMissing);
  expect(readWithout).toThrow(expect.objectContaining({ code: 'setting_missing' }));
  expect(readWithout).toThrow('These environment variables are not set: TABLE, PAUSE_MS, REGION');
});

test.each(['a lot', '-1', '3001', 'NaN'])('%j is no number within the bounds', (PAUSE_MS) => {
  expect(() => read({ PAUSE_MS })).toThrow(BadSetting);
  expect(() => read({ PAUSE_MS })).toThrow('PAUSE_MS must be a number from 0 to 3000');
});
