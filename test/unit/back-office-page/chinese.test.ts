import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { FAILURES } from '../../../functions/core/platform/network/failures.ts';
import { memberName } from '../../../functions/back-office/page/src/domain/record/describe-value.ts';
import { recordGroups } from '../../../functions/back-office/page/src/domain/record/sections.ts';
import { createTranslate } from '../../../functions/back-office/page/src/language/messages.ts';
import enMessages from '../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };
import zhMessages from '../../../functions/back-office/page/src/locales/zh.json' with { type: 'json' };
import { STATUS_BY_RULE } from '../../../functions/core/analysis/security/header-rules.ts';
import { readCases } from '../../support/cases.ts';

const HAN = /\p{Script=Han}/u;
/** Names and terms that are the same in Chinese. */
const SAME =
  /^(?:[\w.-]+|HTTP|\{value, number\} KB|Open Graph|Meta robots|Wayback Machine|Common Crawl|Chrome UX Report|PageSpeed Insights|Open PageRank|SAMEORIGIN or DENY|h[1-6])$/;

/** Codes of failures of sources. */
const { failures } = readCases<Record<'failures', string[]>>('page/translated');

const TLS_ERRORS = 'record.values.tls.error.';
const tlsErrors = Object.keys(enMessages)
  .filter((key) => key.startsWith(TLS_ERRORS))
  .map((key) => key.slice(TLS_ERRORS.length));

describe('English texts of answers are translated into Chinese', () => {
  test.each([...new Set([...Object.keys(FAILURES), ...failures, ...tlsErrors])])(
    'the failure %s of a source',
    (code) => {
      expect((zhMessages as Readonly<Record<string, string>>)[`failures.${code}`]).toMatch(HAN);
    },
  );

  test('each rule of security headers', () => {
    const prefix = 'record.values.security_headers.rule.';
    const rules = Object.keys(zhMessages).filter((key) => key.startsWith(prefix));
    expect(rules.map((key) => key.slice(prefix.length)).sort()).toEqual(Object.keys(STATUS_BY_RULE).sort());
  });
});

describe('names of the members of a record', () => {
  type Schema = { $ref?: string; properties?: Record<string, Schema>; items?: Schema; additionalProperties?: Schema };
  const { components } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
    components: { schemas: Record<string, Schema & { anyOf?: Schema[]; oneOf?: Schema[] }> };
  };
  /** Returns the paths of all members; `*` is any name. */
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
  const sections = recordGroups.flatMap(({ names }) => [...names]);
  const shown = [...new Set(all)]
    .map((path) => path.slice(1).replace('.*', ''))
    // Messages are translated by their code. Totals are shown with their lists.
    .filter((path) => path !== 'robots_txt.errors.code' && !path.endsWith('_total'))
    // Shown in other tables: values of headers are columns, and the period is a sentence.
    .filter((path) => !/^(?:security_headers\.\w+|performance\.field)\.\w+/.test(path))
    .filter((path) => sections.some((section) => path.startsWith(`${section}.`)));
  const inEnglish = createTranslate(enMessages, 'en');
  const inChinese = createTranslate(zhMessages, 'zh-CN');

  test.each(shown)('%s', (path) => {
    const name = path.split('.').at(-1)!;
    const hasName = [path, name].some((key) => inEnglish.has(`record.members.${key}`));
    if (!/\.(?:open_graph|twitter|agents)$/.test(path)) expect(hasName).toBe(true);
    if (!SAME.test(memberName(path, inChinese))) expect(memberName(path, inChinese)).toMatch(HAN);
  });

  test('exist for no unknown members', () => {
    const known = new Set(all.flatMap((path) => [path.slice(1).replace('.*', ''), path.split('.').at(-1)!]));
    const names = Object.keys(enMessages).flatMap((key) => /^record\.members\.(.*)$/.exec(key)?.[1] ?? []);
    // The name of a crawler is not a member.
    expect(names.filter((name) => !known.has(name))).toEqual(['site']);
  });
});

test('no text of the page is left in English', () => {
  const left = Object.entries(zhMessages).filter(([, text]) => {
    const words = text.replaceAll(/\{[^{}]*\}/g, '');
    return !HAN.test(text) && /[A-Za-z]{2}/.test(words) && !SAME.test(text);
  });
  expect(left).toEqual([]);
});
