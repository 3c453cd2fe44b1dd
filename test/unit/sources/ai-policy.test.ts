import { afterEach, describe, expect, test } from '@jest/globals';
import type { PolicyMembers } from '../../../functions/core/record/record.ts';
import { aiPolicySource } from '../../../functions/core/sources/ai-policy.ts';
import type { CrawledSite } from '../../../functions/core/sources/source.ts';
import { readCases } from '../../support/read-cases.ts';
import { siteAccessOf } from '../../support/site-access.ts';
import { siteReader } from '../../support/site-reader.ts';
import { type Replies, serveSite } from '../../support/site-world.ts';
import { contextOf } from '../../support/source-context.ts';
import * as local from '../platform/network/local-servers.ts';

afterEach(local.closeServers);

interface Case {
  name: string;
  replies: Replies;
  /** Address of the licence that robots.txt names. */
  licence?: string;
  /** Names that the operator blocks. */
  blocked?: string[];
  /** Parts of the sections. */
  expect: object;
  /** All requests, in alphabetical order. */
  requests?: string[];
}

const rslOf = (url: string): PolicyMembers['rsl'] => ({
  rules: 'RSL 1.0',
  licences: [
    {
      ...{ source: 'robots.txt', url, status: 'not_read', http_status: null, error: null },
      ...{ permits: [], prohibits: [], payment_types: [] },
    },
  ],
  licences_total: 1,
  unread: [],
});

describe('the ai_policy source', () => {
  test.each(readCases<Case>('ai_policy'))(
    '$name',
    async ({ replies, licence, blocked = [], expect: expected, requests }) => {
      const { network, log } = await serveSite(replies);
      const policy = { rsl: licence === undefined ? null : rslOf(licence), tdm: null };
      const page = { final_url: 'http://site.example/en/home?from=1' };
      const crawled = Promise.resolve({ page, robotsTxt: null, policy } as unknown as CrawledSite);
      const site = siteAccessOf(network, { blocked });
      const answer = await aiPolicySource.fetch(
        'site.example',
        contextOf({ network, reader: siteReader, site, crawled }),
      );
      // That a file cannot be read is a result: nothing is requested again.
      expect(answer).toMatchObject({ status: 'ok' });
      expect(answer.error).toBeUndefined();
      expect(answer.sections).toMatchObject(expected);
      if (requests) expect(log.toSorted()).toEqual(requests.toSorted());
      expect(log.filter((path) => path !== '/robots.txt').length).toBeLessThanOrEqual(2);
    },
  );

  test('keeps what the page declares, and replaces the file of an earlier fetch', async () => {
    const { network } = await serveSite({ '/.well-known/tdmrep.json': '[{"location":"/new","tdm-reservation":0}]' });
    const statement = { text: '', reserved: true, policy: null };
    const tdm = {
      ...{ rules: 'TDMRep', statements_total: 2, unread: [] },
      statements: [
        { ...statement, source: 'header' as const, path: null },
        { ...statement, source: 'file' as const, path: '/old' },
      ],
    };
    const page = { final_url: 'http://site.example/' };
    const crawled = Promise.resolve({ page, robotsTxt: null, policy: { rsl: null, tdm } } as unknown as CrawledSite);
    const { sections } = await aiPolicySource.fetch(
      'site.example',
      contextOf({ network, reader: siteReader, site: siteAccessOf(network), crawled }),
    );
    expect(sections!['ai_policy.tdm']).toMatchObject({
      statements: [{ source: 'header' }, { source: 'file', path: '/new', reserved: false }],
      statements_total: 2,
    });
  });

  test('is an error when no home page was ever read', async () => {
    const unread = await aiPolicySource.fetch('site.example', contextOf({ crawled: Promise.resolve(null) }));
    expect(unread).toMatchObject({ status: 'error', error: { code: 'no_home_page', retryable: true } });
  });
});
