import nodeTls from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aiPolicyRules } from '../../../functions/core/analysis/rules/ai-policy.ts';
import { withFileContradictions } from '../../../functions/core/domains/policy-contradictions.ts';
import { fetchSources, type SourceServices } from '../../../functions/core/domains/fetch-sources.ts';
import { mergeRecord } from '../../../functions/core/record/merge-record.ts';
import { policyText } from '../../../functions/core/record/ai-policy-text.ts';
import { domainRecord } from '../../../functions/core/record/schema.ts';
import { aiPolicySource } from '../../../functions/core/sources/ai-policy.ts';
import { llmsTxtSource } from '../../../functions/core/sources/llms-txt.ts';
import { siteSource } from '../../../functions/core/sources/site/site.ts';
import { createSiteSlots } from '../../../functions/core/sources/site/site-requests.ts';
import { makeCertificates, type SiteServer, startSiteServer } from '../../../infra/sandbox/site-server.ts';
import { siteReader } from '../../support/site-reader.ts';
import * as local from '../platform/network/local-servers.ts';

const [SOUND, LICENCE, CROSSED, DRAFTS, PAID] = ['signals', 'licence', 'crossed', 'drafts', 'paid'].map(
  (name) => `${name}.example`,
) as [string, string, string, string, string];
const HOSTS = [SOUND, LICENCE, CROSSED, DRAFTS, PAID];
const NOW = Date.UTC(2026, 10, 30);
const sources = [siteSource, llmsTxtSource, aiPolicySource];

const trusted = nodeTls.getCACertificates();
let server: SiteServer;
let services: SourceServices;

beforeAll(async () => {
  const certificates = await makeCertificates(HOSTS);
  nodeTls.setDefaultCACertificates([...trusted, certificates.ca]);
  server = await startSiteServer(certificates);
  const network = local.networkOf(Object.fromEntries(HOSTS.map((host) => [host, server.port])));
  const slots = createSiteSlots({ take: () => Promise.reject(new Error('no rate limit')) }, 0, network.isOverridden);
  services = {
    sources,
    network,
    reader: siteReader,
    siteSlots: { inline: slots, background: slots, batch: slots },
    followed: { isBlocked: () => Promise.resolve(false) },
    http: {},
    settings: { disabled: new Set(), baseUrlFor: () => () => '', keysFor: () => ({}) },
    readKeys: () => Promise.resolve({}),
    now: () => NOW,
  } as unknown as SourceServices;
});

afterAll(async () => {
  nodeTls.setDefaultCACertificates(trusted);
  await server.close();
});

async function recordOf(domain: string) {
  const limits = { mode: 'background' as const };
  const results = await fetchSources({ domain, sources, crawled: null, limits }, services);
  return domainRecord.parse(withFileContradictions(mergeRecord(null, results, sources, NOW)));
}

const idsOf = ({ ai_policy }: Awaited<ReturnType<typeof recordOf>>) =>
  ai_policy.contradictions!.map(({ issue }) => issue).toSorted();

describe('the sites of the sandbox with a policy', () => {
  test('the sound one declares the same in all drafts and has no contradiction', async () => {
    const record = await recordOf(SOUND);
    expect(idsOf(record)).toEqual([]);
    const { content_signal, content_usage, rsl, tdm, noai, payment } = record.ai_policy;
    expect(content_signal).toMatchObject({ statements_total: 2, unread: [] });
    expect(content_usage!.statements.map(({ source, training }) => `${source} ${training}`)).toEqual([
      'robots.txt disallowed',
      'header disallowed',
    ]);
    expect(
      rsl!.licences.map(({ source, status, permits, prohibits }) => ({ source, status, permits, prohibits })),
    ).toEqual(
      ['robots.txt', 'link'].map((source) => ({
        ...{ source, status: 'readable', permits: ['search', 'ai-input'], prohibits: ['ai-train'] },
      })),
    );
    expect(tdm).toMatchObject({ statements: [{ source: 'header' }, { source: 'file', reserved: true }], unread: [] });
    expect(noai!.statements).toEqual([{ source: 'meta', text: 'noai', directives: ['noai'] }]);
    expect(payment).toBeNull();
  });

  test.each([
    [LICENCE, ['ai-licence-unreadable']],
    [CROSSED, ['ai-search-without-users', 'ai-signal-disallowed']],
    [
      DRAFTS,
      ['ai-declarations-conflict', 'ai-policy-sources-differ', 'ai-policy-sources-differ', 'llms-txt-disallowed'],
    ],
    [PAID, []],
  ])('%s has the contradictions %j, in its issues too', async (host, expected) => {
    const record = await recordOf(host);
    expect(idsOf(record)).toEqual(expected);
    const ids = new Set(aiPolicyRules.map(({ id }) => id));
    const found = (record.issues ?? []).filter(({ issue }) => ids.has(issue)).map(({ issue }) => issue);
    expect(found.toSorted()).toEqual(expected);
    expect(record.issues_total).toBe(record.issues!.length);
    for (const { statements } of record.ai_policy.contradictions!) expect(statements[0]).not.toEqual(statements[1]);
  });

  test('have a contradiction of each rule, none of them an error', async () => {
    const found = new Set((await Promise.all(HOSTS.map(recordOf))).flatMap(idsOf));
    expect([...found].toSorted()).toEqual(aiPolicyRules.map(({ id }) => id).toSorted());
    expect(aiPolicyRules.map(({ severity }) => severity)).not.toContain('error');
  });

  test('the price of the paid site is declared, and it has no file', async () => {
    const { ai_policy } = await recordOf(PAID);
    expect(ai_policy).toMatchObject({
      payment: { text: 'crawler-price: USD 0.01', amount: 0.01 },
      tdm: null,
      rsl: null,
    });
  });

  test('the history has one text for each policy', async () => {
    const texts = await Promise.all(HOSTS.map(async (host) => policyText((await recordOf(host)).ai_policy)));
    expect(texts.slice(1)).toEqual([
      'rsl: https://licence.example/license.xml',
      'content_signal: search=yes, ai-train=yes | gptbot ai-train=yes',
      'content_usage: train-ai=n | train-ai=y; tdm: reserved | open',
      'payment: crawler-price: USD 0.01',
    ]);
    expect([...texts[0]!].length).toBeLessThanOrEqual(200);
  });
});

describe('withFileContradictions', () => {
  test('replaces those of an earlier fetch, and counts each once', async () => {
    const record = await recordOf(LICENCE);
    const again = withFileContradictions(withFileContradictions(record));
    expect(again).toEqual(record);
    const repaired = structuredClone(record);
    repaired.ai_policy.rsl!.licences[0]!.status = 'readable';
    const after = withFileContradictions(repaired);
    expect(idsOf(after)).toEqual([]);
    expect(after.issues_total).toBe(record.issues_total! - 1);
  });
});
