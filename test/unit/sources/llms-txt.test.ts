import { afterEach, describe, expect, test } from '@jest/globals';
import type { Network } from '../../../functions/core/platform/network/network.ts';
import * as schema from '../../../functions/core/record/schema.ts';
import { llmsTxtSource } from '../../../functions/core/sources/llms-txt.ts';
import type { CrawledSite } from '../../../functions/core/sources/source.ts';
import { readCases } from '../../support/read-cases.ts';
import { siteAccessOf } from '../../support/site-access.ts';
import { siteReader } from '../../support/site-reader.ts';
import { type Replies, serveSite } from '../../support/site-world.ts';
import { contextOf } from '../../support/source-context.ts';
import * as local from '../platform/network/local-servers.ts';

afterEach(local.closeServers);

/** Fetches the file of a site whose home page is `http://site.example/en/home`. */
async function fetchFile(network: Network, blocked: string[] = []) {
  const page = { final_url: 'http://site.example/en/home?from=1' };
  const crawled = Promise.resolve({
    page,
    robotsTxt: null,
    policy: { rsl: null, tdm: null },
  } as unknown as CrawledSite);
  const site = siteAccessOf(network, { blocked });
  const answer = await llmsTxtSource.fetch('site.example', contextOf({ network, reader: siteReader, site, crawled }));
  if (answer.sections) schema.llmsTxt.parse(answer.sections['ai_access.llms_txt']);
  return answer;
}

interface Case {
  name: string;
  replies: Replies;
  /** Names that the operator blocks. */
  blocked?: string[];
  /** A part of the answer. */
  expect: object;
  absent?: ['sections'];
  /** All requests, in order. */
  requests?: string[];
}

describe('the llms_txt source', () => {
  test.each(readCases<Case>('llms_txt'))('$name', async ({ replies, blocked, expect: expected, absent, requests }) => {
    const { network, log } = await serveSite(replies);
    const answer = await fetchFile(network, blocked);
    expect(answer).toMatchObject(expected);
    if (absent) expect(answer.sections).toBeUndefined();
    if (requests) expect(log).toEqual(requests);
  });

  test('judges half a megabyte of a longer file', async () => {
    const body = `# Shop\n\n> All things.\n\n- [Seeds](/seeds)\n${'words and more words\n'.repeat(50_000)}[late](link)`;
    const { sections } = await fetchFile((await serveSite({ '/llms.txt': body })).network);
    expect(sections!['ai_access.llms_txt']).toMatchObject({ valid: true, links: 1 });
  });

  test('is an error when the host refuses connections, or no home page was ever read', async () => {
    const refused = await fetchFile(local.networkOf({ 'site.example': await local.closedPort() }));
    expect(refused).toMatchObject({ status: 'error', error: { code: 'connection_refused', retryable: true } });
    const unread = await llmsTxtSource.fetch('site.example', contextOf({ crawled: Promise.resolve(null) }));
    expect(unread).toMatchObject({ status: 'error', error: { code: 'no_home_page', retryable: true } });
  });
});
