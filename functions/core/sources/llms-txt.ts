import { fetchUrl } from '../platform/network/http-client.ts';
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
    addRobots(crawled.robotsTxt, context.site.gate);
    return answerOf(() => fetchFile(crawled.page.final_url, context));
  },
};

async function fetchFile(homeUrl: string, { network, reader, site }: SourceContext): Promise<SourceAnswer> {
  const until = performance.now() + LLMS_TXT_MS;
  const { status, body, truncated } = await fetchUrl(new URL('/llms.txt', homeUrl).href, {
    network,
    until,
    maxBytes: LLMS_TXT_BYTES,
    accept: ACCEPT,
    admit: (url) => site.admit(url, until),
  });
  const length = body.reduce((bytes, chunk) => bytes + chunk.length, 0);
  if (truncated && length < LLMS_TXT_BYTES) return CUT_OFF;
  const section = await reader.readLlmsTxt(status, body);
  return { status: 'ok', http_status: status, sections: { 'ai_access.llms_txt': section } };
}

/** The missing part of the file may contain links and headings. */
const CUT_OFF = failure('error', 'cut_off', 'The server did not send the complete file');
