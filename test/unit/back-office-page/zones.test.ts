import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

const FORMAT = new URL('../../../functions/back-office/page/src/language/format.ts', import.meta.url).href;

/** What an operator in a zone reads: a process has its zone from its start. */
function readIn(zone: string, time: string): string[] {
  const script = `
    const { chartTime, createFormat } = await import(${JSON.stringify(FORMAT)});
    const format = createFormat('en');
    const time = ${JSON.stringify(time)};
    const onAxis = chartTime(time);
    const texts = [format.time(time), format.date(time), format.day(time.slice(0, 10))];
    texts.push(format.chartDay(onAxis), format.chartMonth(onAxis), onAxis.toTimeString().slice(0, 8));
    console.log(JSON.stringify(texts));`;
  const options = { env: { ...process.env, TZ: zone }, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], options)) as string[];
}

test.each(['UTC', 'Asia/Shanghai', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Kathmandu'])(
  'an operator in %s reads times and days of UTC, on charts too',
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
