import { fetchUrl, type RobotsAnswer } from '../platform/network/http-client.ts';
import { answerOf, failure } from './providers/read-response.ts';
import type { SourceAnswer } from '../record/source-answer.ts';
import { addRobots } from './site/robots-gate.ts';
import { noHomePage } from './site/home-page.ts';
import { ofOwnHosts, type Source, type SourceContext } from './source.ts';

/** Time limit of the request and its redirects. */
const LLMS_TXT_MS = 3_000;
const LLMS_TXT_BYTES = 500_000;
const ACCEPT = 'text/markdown,text/plain;q=0.9,*/*;q=0.5';

/** Fetches the file `/llms.txt` (https://llmstxt.org/) of the home page's origin. */
export const llmsTxtSource: Source = {
  id: 'llms_txt',
  fields: ['ai_access.llms_txt'],
  ...ofOwnHosts,
  isEvidence: false,
  maxAgeDays: 7,
  // It waits until the source site has found the origin of the home page.
  inlineMs: 22_000,
  backgroundMs: 0,
  async fetch(_domain, context) {
    const crawled = await context.crawled;
    if (!crawled) return noHomePage;
    const { gate } = context.site;
    // A file that was added from the record has no content, so that nothing is known of its rules.
    const robots = gate.read(new URL(crawled.page.final_url));
    addRobots(crawled.robotsTxt, gate);
    return answerOf(() => fetchFile(crawled.page.final_url, robots, context));
  },
};

async function fetchFile(
  homeUrl: string,
  robots: RobotsAnswer | null,
  { network, reader, site }: SourceContext,
): Promise<SourceAnswer> {
  const until = performance.now() + LLMS_TXT_MS;
  const { status, body, truncated, url } = await fetchUrl(new URL('/llms.txt', homeUrl).href, {
    network,
    until,
    maxBytes: LLMS_TXT_BYTES,
    accept: ACCEPT,
    admit: (url) => site.admit(url, until),
  });
  const length = body.reduce((bytes, chunk) => bytes + chunk.length, 0);
  if (truncated && length < LLMS_TXT_BYTES) return CUT_OFF;
  const section = await reader.readLlmsTxt(status, body, robots && isOf(robots, url) ? { url, robots } : undefined);
  return { status: 'ok', http_status: status, sections: { 'ai_access.llms_txt': section } };
}

/** Returns whether a robots.txt is that of an address. */
const isOf = (robots: RobotsAnswer, url: string) => new URL(robots.url).origin === new URL(url).origin;

/** The missing part of the file may contain links and headings. */
const CUT_OFF = failure('error', 'cut_off', 'The server did not send the complete file');
