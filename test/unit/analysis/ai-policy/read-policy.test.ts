import { describe, expect, test } from '@jest/globals';
import { readLicence } from '../../../../functions/core/analysis/ai-policy/rsl.ts';
import { readTdmFile } from '../../../../functions/core/analysis/ai-policy/tdm.ts';
import { readTrainingPreference } from '../../../../functions/core/analysis/ai-policy/training-preference.ts';
import { RULES } from '../../../../functions/core/analysis/ai-policy/drafts.ts';
import { siteTasks } from '../../../../functions/core/analysis/reader/read-site.ts';
import type { RobotsAnswer, ServedPage } from '../../../../functions/core/platform/network/http-client.ts';
import { aiPolicy } from '../../../../functions/core/record/ai-policy-schema.ts';
import type { AiPolicy } from '../../../../functions/core/record/record.ts';
import { readCases } from '../../../support/read-cases.ts';

interface Case {
  name: string;
  /** Address of the page; default: `https://example.com/`. */
  url?: string;
  /** Lines of robots.txt; absent: there is none. */
  robots?: string[];
  /** Its status; `null`: there was no response. */
  robots_status?: number | null;
  status?: number;
  headers?: [name: string, value: string][];
  html?: string;
  /** Parts of the policy, each complete except for `rules`. */
  expect: Partial<AiPolicy>;
  contradictions: AiPolicy['contradictions'];
}

const NOW = Date.UTC(2026, 10, 30);

function responseOf({
  url = 'https://example.com/',
  robots,
  robots_status,
  status = 200,
  headers = [],
  html = '',
}: Case) {
  const served: ServedPage = {
    ...{ url, requestedUrl: url, redirects: [], status },
    headers: [['content-type', 'text/html; charset=utf-8'], ...headers],
    ...{ body: [Buffer.from(html)], truncated: false, ttfbMs: 1, totalMs: 1 },
  };
  const answer: RobotsAnswer = {
    url: new URL('/robots.txt', url).href,
    status: robots_status === undefined ? (robots ? 200 : 404) : robots_status,
    content: robots?.join('\n') ?? null,
  };
  return { served, answer };
}

/** Reads the policy of a response as the record does. */
async function policyOf(given: Case) {
  const { served, answer } = responseOf(given);
  return aiPolicy.parse((await siteTasks.readPage(served, answer, NOW, true)).policy);
}

describe.each(['content-signal', 'content-usage', 'tdm', 'rsl', 'noai-and-payment'])('readPolicy, %s', (subject) => {
  test.each(readCases<Case>(`ai-policy/${subject}`))('$name', async (given) => {
    const policy = await policyOf(given);
    for (const [name, expected] of Object.entries(given.expect)) {
      const rules = RULES[name as keyof typeof RULES];
      expect({ [name]: policy[name as keyof AiPolicy] }).toEqual({ [name]: expected && { rules, ...expected } });
    }
  });
});

test('readPolicy returns null for each member that is not declared', async () => {
  const policy = await policyOf({ name: '', expect: {}, contradictions: [] });
  expect(policy).toEqual({
    ...{ content_signal: null, content_usage: null, rsl: null, noai: null, payment: null, contradictions: [] },
    tdm: { rules: RULES.tdm, statements: [], statements_total: 0, unread: ['file'] },
    training_preference: {
      rules: RULES.training_preference,
      statements: [],
      statements_total: 0,
      unread: ['robots.txt'],
    },
  });
});

test('readPolicy keeps the first 20 statements, and texts of at most 300 characters', async () => {
  const lines = Array.from({ length: 30 }, (_, index) => `Content-Usage: /${index} train-ai=n, x="${'y'.repeat(400)}"`);
  const { content_usage } = await policyOf({
    name: '',
    robots: ['User-agent: *', ...lines],
    expect: {},
    contradictions: [],
  });
  expect(content_usage).toMatchObject({ statements_total: 30, statements: { length: 20 } });
  expect(content_usage!.statements[0]).toMatchObject({ path: '/0', training: 'disallowed' });
  expect(content_usage!.statements[0]!.text).toHaveLength(300);
});

describe('readCrawled', () => {
  const crawled = async (given: Partial<Case>) => {
    const { served, answer } = responseOf({ name: '', expect: {}, contradictions: [], ...given });
    return (await siteTasks.readCrawled(served, answer, NOW, ['example.com'])).facts!;
  };

  test('returns what a page declares of its own, and rules of robots.txt for its path', async () => {
    const { ai_policy } = await crawled({
      url: 'https://example.com/ai-ok/test',
      robots: ['User-agent: *', 'Content-Usage: train-ai=n', 'Content-Usage: /ai-ok/ train-ai=y'],
      headers: [['tdm-reservation', '0']],
      html: '<head><meta name="robots" content="noimageai"></head>',
    });
    expect(ai_policy).toEqual([
      { member: 'content_usage', source: 'robots.txt', text: 'Content-Usage: /ai-ok/ train-ai=y' },
      { member: 'tdm', source: 'header', text: 'tdm-reservation: 0' },
      { member: 'noai', source: 'meta', text: 'noimageai' },
    ]);
  });

  test('returns nothing if only robots.txt declares something for the whole site', async () => {
    const robots = ['License: https://example.com/l.xml', 'User-agent: *', 'Content-Signal: ai-train=no'];
    expect(await crawled({ robots })).not.toHaveProperty('ai_policy');
  });

  test('returns the price of a response without facts', async () => {
    const { served, answer } = responseOf({
      ...{ name: '', status: 402, headers: [['crawler-price', 'USD 0.01']], expect: {}, contradictions: [] },
    });
    expect(await siteTasks.readCrawled(served, answer, NOW, ['example.com'])).toMatchObject({
      facts: null,
      ai_policy: [{ member: 'payment', source: 'header', text: 'crawler-price: USD 0.01' }],
    });
  });

  test('keeps contradictions as findings of their rules', async () => {
    const { findings } = await crawled({
      headers: [['tdm-reservation', '1']],
      html: '<head><meta name="tdm-reservation" content="0"></head>',
    });
    expect(findings.filter(({ id }) => id.startsWith('ai-'))).toEqual([
      {
        id: 'ai-policy-sources-differ',
        items: [{ element: 'meta: tdm-reservation: 0', value: 'header: tdm-reservation: 1' }],
      },
    ]);
  });
});

describe('readTdmFile', () => {
  test.each(readCases<{ name: string; file: string; expect: unknown }>('ai-policy/tdm-file'))('$name', (given) => {
    expect(readTdmFile(given.file)).toEqual(given.expect);
  });
});

describe('readLicence', () => {
  test.each(readCases<{ name: string; file: string; expect: object }>('ai-policy/rsl-file'))('$name', (given) => {
    const licence = { source: 'robots.txt', url: 'https://example.com/license.xml' } as const;
    expect(readLicence(licence, given.file, 200)).toMatchObject({ ...licence, http_status: 200, ...given.expect });
  });
});

describe('readTrainingPreference', () => {
  // The draft's token is not known; the name here is invented.
  const robots = 'User-agent: *\nDisallow: /\n\nUser-agent: Policy-Token\nDisallow: /\nAllow: /open/';
  const read = (content: string | null, path: string) =>
    readTrainingPreference(content, `https://example.com${path}`, [], ['Policy-Token']);

  test.each([
    ['/', 'disallowed', 'Disallow: /'],
    ['/open/a', 'allowed', 'Allow: /open/'],
  ])('returns the longest rule of the group for %s', (path, training, text) => {
    expect(read(robots, path)?.statements).toEqual([
      expect.objectContaining({ training, text, source: 'robots.txt', user_agents: ['policy-token'] }),
    ]);
  });

  test('returns null without a group for the token, also if there is one for *', () => {
    expect(read('User-agent: *\nDisallow: /', '/')).toBeNull();
    expect(read(null, '/')).toBeNull();
  });

  test('reports robots.txt as unread while no token is known', () => {
    expect(readTrainingPreference(robots, 'https://example.com/', [])).toMatchObject({
      unread: ['robots.txt'],
      statements: [],
    });
  });
});

describe('pageContradictions', () => {
  test.each(readCases<Case>('ai-policy/contradictions'))('$name', async (given) => {
    expect((await policyOf(given)).contradictions).toEqual(given.contradictions);
  });
});
