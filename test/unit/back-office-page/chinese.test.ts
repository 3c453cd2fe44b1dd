import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { FAILURES } from '../../../functions/core/platform/network/failures.ts';
import { memberName } from '../../../functions/back-office/page/src/domain/record/member-words.ts';
import { chinese } from '../../../functions/back-office/page/src/language/chinese.ts';
import { english } from '../../../functions/back-office/page/src/language/english.ts';
import { chineseRecord } from '../../../functions/back-office/page/src/language/record/chinese.ts';
import { englishRecord } from '../../../functions/back-office/page/src/language/record/english.ts';
import { STATUS_BY_RULE } from '../../../functions/core/analysis/security/header-rules.ts';
import { readCases } from '../../support/cases.ts';

const HAN = /\p{Script=Han}/u;
/** Names and terms that are the same in Chinese. */
const SAME =
  /^(?:[\w.-]+|HTTP|Open Graph|Meta robots|Wayback Machine|Common Crawl|Chrome UX Report|PageSpeed Insights|Open PageRank|SAMEORIGIN or DENY|h[1-6])$/;

/** Codes of failures of sources. */
const { failures } = readCases<Record<'failures', string[]>>('page/translated');

describe('what answers say in English is said in Chinese', () => {
  test.each([...new Set([...Object.keys(FAILURES), ...failures, ...Object.keys(englishRecord.values['tls.error'])])])(
    'the failure %s of a source',
    (code) => {
      expect((chinese.failures as Readonly<Record<string, string>>)[code]).toMatch(HAN);
    },
  );

  test('each rule of security headers', () => {
    expect(Object.keys(chineseRecord.header_rules).sort()).toEqual(Object.keys(STATUS_BY_RULE).sort());
  });
});

describe('members of a record have names', () => {
  type Schema = { $ref?: string; properties?: Record<string, Schema>; items?: Schema; additionalProperties?: Schema };
  const { components } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
    components: { schemas: Record<string, Schema & { anyOf?: Schema[]; oneOf?: Schema[] }> };
  };
  /** Paths of all members; `*` is any name. */
  function pathsOf(schema: Schema & { anyOf?: Schema[]; oneOf?: Schema[] }, path: string): string[] {
    if (schema.$ref) return pathsOf(components.schemas[schema.$ref.split('/').at(-1)!]!, path);
    const either = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) => pathsOf(one, path));
    const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
      `${path}.${name}`,
      ...pathsOf(member, `${path}.${name}`),
    ]);
    const items = schema.items ? pathsOf(schema.items, path) : [];
    const any =
      typeof schema.additionalProperties === 'object' ? pathsOf(schema.additionalProperties, `${path}.*`) : [];
    return [...either, ...members, ...items, ...any];
  }
  const all = pathsOf(components.schemas['DomainRecord']!, '');
  const sections = Object.keys(englishRecord.members);
  const shown = [...new Set(all)]
    .map((path) => path.slice(1))
    // With it, the message is translated.
    .filter((path) => path !== 'robots_txt.errors.code')
    .filter((path) => sections.some((section) => path.startsWith(`${section}.`)));

  test.each(shown)('%s', (path) => {
    const name = path.split('.').at(-1)!;
    const named = (text: Pick<typeof englishRecord, 'members'>) => memberName(path.replace('*', 'Bot'), '', text);
    expect(named(englishRecord)).not.toBe('');
    expect(named(englishRecord)).not.toMatch(/_/);
    if (!SAME.test(named(chineseRecord))) expect(named(chineseRecord)).toMatch(HAN);
    expect(name).not.toBe('');
  });

  test('and none that it does not have', () => {
    const named = Object.entries(englishRecord.members).flatMap(([section, names]) =>
      Object.keys(names).map((name) => `${section}.${name}`),
    );
    expect(named.filter((path) => !shown.includes(path))).toEqual([]);
  });
});

/** Every text of a dictionary; those that are made of values, with some. */
function textsIn(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    const values = Array.from({ length: 5 }, () => '1');
    return [[path, String((value as (...values: unknown[]) => unknown)(...values))]];
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, `${path}.${name}`));
}

test('no text of the page is left in English', () => {
  const left = [chinese, chineseRecord]
    .flatMap((dictionary) => textsIn(dictionary))
    .filter(([, text]) => !HAN.test(text) && /[A-Za-z]{2}/.test(text) && !SAME.test(text));
  expect(left).toEqual([]);
  expect(textsIn(english).length).toBeGreaterThan(300);
});
