import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { languageOf, localeOf } from '../../../functions/back-office/page/src/language/choose-language.ts';
import { createFormat } from '../../../functions/back-office/page/src/language/format.ts';

test('languageOf returns the first supported preferred language of any region', () => {
  expect(languageOf(['fr-CH', 'zh-Hant-TW', 'en'])).toBe('zh');
  expect(languageOf(['EN-us', 'zh'])).toBe('en');
});

test('languageOf returns English when no preferred language is supported', () => {
  expect(languageOf(['fr', 'de'])).toBe('en');
  expect(languageOf([])).toBe('en');
});

test('localeOf returns the first supported variant of the language, otherwise the language', () => {
  expect(localeOf('en', ['zh-CN', 'en-US@posix', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(localeOf('en', ['en-US@posix'])).toBe('en');
});

test('a relative time has the largest unit with a value of at least one', () => {
  const { ago } = createFormat('en');
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect(ago('2026-11-21T11:59:20Z', now)).toBe('40 seconds ago');
  expect(ago('2026-11-21T10:01:00Z', now)).toBe('1 hour ago');
  expect(ago('2026-11-11T12:00:00Z', now)).toBe('10 days ago');
  expect(ago('2026-11-21T12:00:05Z', now)).toBe('now');
  expect(ago('2026-11-21T12:00:00Z', now)).toBe('now');
  expect(createFormat('zh').ago('2026-11-21T11:55:00Z', now)).toBe('5 分钟前');
});

test('dates are days in UTC in any time zone', () => {
  expect(createFormat('en').date('2026-11-21')).toBe('Nov 21, 2026');
  expect(createFormat('zh').date('2026-11-21')).toBe('2026年11月21日');
});

const FORMAT = new URL('../../../functions/back-office/page/src/language/format.ts', import.meta.url).href;

/** Returns the formatted times in a zone, in a new process, since the zone is read at its start. */
function readIn(zone: string, time: string, chosen: 'utc' | 'local' = 'utc'): string[] {
  const script = `
    const { createFormat } = await import(${JSON.stringify(FORMAT)});
    const format = createFormat('en', ${JSON.stringify(chosen)});
    const time = ${JSON.stringify(time)};
    const onAxis = format.onAxis(time);
    const texts = [format.time(time), format.date(time), format.day(time.slice(0, 10))];
    texts.push(format.chartDay(onAxis), format.chartMonth(onAxis), onAxis.toTimeString().slice(0, 8));
    console.log(JSON.stringify(texts));`;
  const options = { env: { ...process.env, TZ: zone }, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], options)) as string[];
}

test.each(['UTC', 'Asia/Shanghai', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Kathmandu'])(
  'an operator in %s who selected UTC sees times and days in UTC, also in charts',
  (zone) => {
    const [time, date, day, onDayAxis, onMonthAxis, clock] = readIn(zone, '2026-10-31T23:30:05.000Z');
    expect(time).toMatch(/^Oct 31, 2026, 11:30:05\sPM$/);
    expect([date, day, onDayAxis, onMonthAxis, clock]).toEqual([
      'Oct 31, 2026',
      'Oct 31',
      'Oct 31',
      'Oct 2026',
      '23:30:05',
    ]);
    expect(readIn(zone, '2026-11-01T00:10:00.000Z')).toEqual([
      expect.stringMatching(/^Nov 1, 2026, 12:10:00\sAM$/),
      'Nov 1, 2026',
      'Nov 1',
      'Nov 1',
      'Nov 2026',
      '00:10:00',
    ]);
  },
);

test.each([
  ['America/New_York', 'Nov 30, 2026, 9:30:00', 'PM', 'Nov 30, 2026', 'Nov 30', 'Nov 2026', '21:30:00'],
  ['Asia/Shanghai', 'Dec 1, 2026, 10:30:00', 'AM', 'Dec 1, 2026', 'Dec 1', 'Dec 2026', '10:30:00'],
])(
  'an operator in %s who selected the local zone sees times and charts in it, and days of quotas unchanged',
  (zone, time, half, date, onDayAxis, onMonthAxis, clock) => {
    const texts = readIn(zone, '2026-12-01T02:30:00.000Z', 'local');
    expect(texts).toEqual([
      expect.stringMatching(new RegExp(`^${time}\\s${half}$`)),
      date,
      'Dec 1',
      onDayAxis,
      onMonthAxis,
      clock,
    ]);
    // A day without a time is the same in all zones.
    expect(readIn(zone, '2026-12-01', 'local')[1]).toBe('Dec 1, 2026');
  },
);
