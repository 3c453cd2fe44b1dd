import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { IntlMessageFormat } from 'intl-messageformat';
import { apiRoutes } from '../../../functions/back-office/api.ts';
import { memberName } from '../../../functions/back-office/page/src/domain/record/describe-value.ts';
import { recordGroups } from '../../../functions/back-office/page/src/domain/record/sections.ts';
import { createTranslate, translateMessage } from '../../../functions/back-office/page/src/language/messages.ts';
import audits from '../../../functions/back-office/page/src/locales/audits.zh.json' with { type: 'json' };
import english from '../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };
import errors from '../../../functions/back-office/page/src/locales/errors.zh.json' with { type: 'json' };
import chinese from '../../../functions/back-office/page/src/locales/zh.json' with { type: 'json' };
import { calls } from '../../../functions/back-office/contract/calls.computed.ts';
import { SEO_AUDITS } from '../../../functions/core/analysis/rules/audits.ts';
import { MESSAGES } from '../../../functions/core/analysis/rules/messages.ts';
import { STATUS_BY_RULE } from '../../../functions/core/analysis/security/header-rules.ts';
import { ERRORS } from '../../../functions/core/platform/http/errors.ts';
import { RULES } from '../../../functions/core/platform/http/rules.ts';
import { FAILURES } from '../../../functions/core/platform/network/failures.ts';
import { readCases } from '../../support/cases.ts';

/** Returns the sorted parameter names of a message, including those in plurals and choices. */
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

  test.each([
    ['English', english],
    ['Chinese', chinese],
  ])('are sorted by key in %s', (_, messages) => {
    expect(Object.keys(messages)).toEqual(Object.keys(messages).sort());
  });

  /** Keys in the source of the page, literal or with inserted values such as `sources.names.${id}`. */
  const source = globSync('functions/back-office/page/src/**/*.{ts,tsx}')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const literals = new Set([...source.matchAll(/'([\w./{} -]+)'/g)].map(([, key]) => key!));
  const templates = [...source.matchAll(/`((?:[a-z_]+\.)[^`\n]*\$\{[^`\n]*)`/g)].map(([, key]) => {
    const fixed = key!.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${fixed.join('.+')}$`);
  });

  test('are all used', () => {
    const unused = Object.keys(english).filter(
      (key) => !literals.has(key) && !templates.some((template) => template.test(key)),
    );
    expect(unused).toEqual([]);
  });

  test('exist for each key and each prefix that the page uses', () => {
    const keys = new Set(Object.keys(english));
    const called = [...source.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key!);
    expect(called.length).toBeGreaterThan(500);
    expect(called.filter((key) => !keys.has(key))).toEqual([]);
    const prefixes = [...source.matchAll(/\bt\(\s*`([a-z_.]+)\$\{/g)].map(([, prefix]) => prefix!);
    expect(prefixes.filter((prefix) => !Object.keys(english).some((key) => key.startsWith(prefix)))).toEqual([]);
  });
});

test('the journal has a text for each change that it records, and no other', () => {
  const prefix = 'operations.journal.actions.';
  const recorded = Object.values(calls).filter(({ isJournaled }) => isJournaled);
  const texts = Object.keys(english).filter((key) => key.startsWith(prefix));
  expect(texts.map((key) => key.slice(prefix.length)).sort()).toEqual(
    recorded.map(({ method, pattern }) => `${method} ${pattern}`).sort(),
  );
});

/** The back office returns neither the errors of the forum's endpoints nor those of calls with a key. */
const NEVER_RETURNED =
  /^(?:upstream_|missing_|unsupported_|not_configured|invalid_api_key|quota_|blocked|sign_in|domain_blocked)/;

describe('messages of the service in Chinese', () => {
  const codes = Object.entries(ERRORS).filter(([code]) => !NEVER_RETURNED.test(code));
  const english = Object.fromEntries([
    ...Object.entries<string>(RULES).map(([rule, text]) => [`errors.rules.${rule}`, text]),
    ...codes.map(([code, { message }]) => [`errors.codes.${code}`, message]),
  ]) as Record<string, string>;

  test('exist for each rule and each code, with the same values', () => {
    // The English text has a sentence for each name.
    const inChinese = { ...parametersByKey(errors), 'errors.rules.unknown_fields': ['problems'] };
    expect(inChinese).toEqual(parametersByKey(english));
    expect(parametersOf(errors['errors.rules.unknown_fields'])).toEqual(['unknown']);
  });

  test.each(Object.entries(errors))('%s', (_, text) => {
    expect(text).toMatch(/\p{Script=Han}/u);
  });

  const t = createTranslate({ ...chinese, ...errors }, 'zh-CN');
  test.each([
    ['one_of', { known: ['a', 'b'] }, '应为以下之一：a, b'],
    ['max_domains', { max: 1_000 }, '至多 1,000 个域名'],
    ['unknown_name_similar', { kind: 'member', nearest: 'name' }, '不是已知的字段，是否为 name？'],
    ['max_domains', {}, 'as in English'],
    ['of_a_later_version', {}, 'as in English'],
  ])('the rule %s with the values %j', (rule, values, text) => {
    expect(translateMessage(`errors.rules.${rule}`, { message: 'as in English', values }, t)).toBe(text);
  });
});

describe('texts of audits in Chinese', () => {
  const english = Object.fromEntries([
    ...Object.entries<string>(MESSAGES).map(([code, text]) => [`audits.messages.${code}`, text]),
    ...SEO_AUDITS.flatMap(({ id }) => ['failed', 'fix', 'passed'].map((text) => [`audits.texts.${id}.${text}`, ''])),
  ]) as Record<string, string>;

  test('exist for each audit and each message, with the same values', () => {
    expect(parametersByKey(audits)).toEqual(parametersByKey(english));
  });

  test.each(Object.entries(audits))('%s', (_, text) => {
    expect(text).toMatch(/\p{Script=Han}/u);
  });

  test('keep the values of a message in their positions', () => {
    const t = createTranslate({ ...chinese, ...audits }, 'zh-CN');
    const values = { urls: 'https://a.example/$1, https://a.example/{}' };
    const several = { message: 'There are several canonical addresses', values };
    expect(translateMessage('audits.messages.canonical_several', several, t)).toBe(`有多个规范网址：${values.urls}`);
    const fails = { message: '3 of 14 links fail.', values: { failed: 3, checked: 14 } };
    expect(translateMessage('audits.messages.links_fail', fails, t)).toBe('14 个链接中有 3 个不合格。');
  });
});

describe('createTranslate', () => {
  const t = createTranslate(english, 'en');

  test('returns a message with the values of its parameters', () => {
    expect(t('compare.add')).toBe('Add');
    expect(t('compare.remove', { domain: 'shop.example' })).toBe('Remove shop.example');
  });

  test('reports which messages exist', () => {
    expect(t.has('compare.add')).toBe(true);
    expect(t.has('compare.toString')).toBe(false);
  });

  test('throws when a value is missing', () => {
    expect(() => t('compare.remove')).toThrow('domain');
  });
});

const HAN = /\p{Script=Han}/u;

/** Names and terms that are the same in Chinese. */
const SAME =
  /^(?:[\w.-]+|HTTP|\{value, number\} KB|Open Graph|Meta robots|Wayback Machine|Common Crawl|Chrome UX Report|PageSpeed Insights|Open PageRank|SAMEORIGIN or DENY|h[1-6])$/;

/** Codes of failures of sources. */
const { failures } = readCases<Record<'failures', string[]>>('page/translated');

const TLS_ERRORS = 'record.values.tls.error.';

const tlsErrors = Object.keys(english)
  .filter((key) => key.startsWith(TLS_ERRORS))
  .map((key) => key.slice(TLS_ERRORS.length));

describe('English texts of answers are translated into Chinese', () => {
  test.each([...new Set([...Object.keys(FAILURES), ...failures, ...tlsErrors])])(
    'the failure %s of a source',
    (code) => {
      expect((chinese as Readonly<Record<string, string>>)[`failures.${code}`]).toMatch(HAN);
    },
  );

  test('each rule of security headers', () => {
    const prefix = 'record.values.security_headers.rule.';
    const rules = Object.keys(chinese).filter((key) => key.startsWith(prefix));
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
  const inEnglish = createTranslate(english, 'en');
  const inChinese = createTranslate(chinese, 'zh-CN');

  test.each(shown)('%s', (path) => {
    const name = path.split('.').at(-1)!;
    const hasName = [path, name].some((key) => inEnglish.has(`record.members.${key}`));
    if (!/\.(?:open_graph|twitter|agents)$/.test(path)) expect(hasName).toBe(true);
    if (!SAME.test(memberName(path, inChinese))) expect(memberName(path, inChinese)).toMatch(HAN);
  });

  test('exist for no unknown members', () => {
    const known = new Set(all.flatMap((path) => [path.slice(1).replace('.*', ''), path.split('.').at(-1)!]));
    const names = Object.keys(english).flatMap((key) => /^record\.members\.(.*)$/.exec(key)?.[1] ?? []);
    // The name of a crawler is not a member.
    expect(names.filter((name) => !known.has(name))).toEqual(['site']);
  });
});

test('no text of the page is left in English', () => {
  const left = Object.entries(chinese).filter(([, text]) => {
    const words = text.replaceAll(/\{[^{}]*\}/g, '');
    return !HAN.test(text) && /[A-Za-z]{2}/.test(words) && !SAME.test(text);
  });
  expect(left).toEqual([]);
});

const ACTIONS = 'operations.journal.actions.';

test('the journal has a text for each action of an operator', () => {
  const changes = apiRoutes
    .filter(({ method, isOwn }) => method !== 'GET' && !isOwn)
    .map(({ method, pattern }) => `${method} ${pattern}`);
  const named = Object.keys(english).filter((key) => key.startsWith(ACTIONS));
  expect(named.map((key) => key.slice(ACTIONS.length)).toSorted()).toEqual(changes.toSorted());
});
