import { hasFailed, NetworkFailure } from '../platform/network/failures.ts';
import { fetchUrl, type ServedPage } from '../platform/network/http-client.ts';
import { type Licence, licenceToRead, unreadableLicence, withLicence } from '../analysis/ai-policy/rsl.ts';
import { withTdmFile } from '../analysis/ai-policy/tdm.ts';
import type { PolicyMembers } from '../record/record.ts';
import { addRobots } from './site/robots-gate.ts';
import { noHomePage } from './site/home-page.ts';
import { ofOwnHosts, type Source, type SourceContext } from './source.ts';

/** Time limit of each request with its redirects. */
const FILE_MS = 3_000;
const FILE_BYTES = 500_000;
const TDM_FILE = '/.well-known/tdmrep.json';

/**
 * Fetches the files in which a site declares its policy: the first RSL licence that robots.txt or the home page names, and
 * `/.well-known/tdmrep.json` of the origin of the home page. There are two requests at most; that a file cannot be read is
 * a result, so that the request is not repeated before the next fetch of the domain.
 */
export const aiPolicySource: Source = {
  id: 'ai_policy',
  fields: ['ai_policy.rsl', 'ai_policy.tdm'],
  ...ofOwnHosts,
  isEvidence: false,
  maxAgeDays: 1,
  // It waits until the source site has read robots.txt and the home page.
  inlineMs: 22_000,
  backgroundMs: 0,
  async fetch(_domain, context) {
    const crawled = await context.crawled;
    if (!crawled) return noHomePage;
    addRobots(crawled.robotsTxt, context.site.gate);
    const [rsl, { tdm, httpStatus }] = await Promise.all([
      readLicences(crawled.policy.rsl, context),
      readReservations(crawled.policy.tdm, crawled.page.final_url, context),
    ]);
    return { status: 'ok', http_status: httpStatus, sections: { 'ai_policy.rsl': rsl, 'ai_policy.tdm': tdm } };
  },
};

type FileContext = Pick<SourceContext, 'network' | 'reader' | 'site'>;

async function readLicences(rsl: PolicyMembers['rsl'], context: FileContext): Promise<PolicyMembers['rsl']> {
  const licence = licenceToRead(rsl);
  if (!rsl || !licence) return rsl;
  return withLicence(rsl, await readLicence(licence, context));
}

async function readLicence(licence: Licence & { url: string }, context: FileContext): Promise<Licence> {
  try {
    const { status, body, truncated } = await fetchFile(
      licence.url,
      'application/rsl+xml,application/xml;q=0.9',
      context,
    );
    if (status < 200 || status > 299) return unreadableLicence(licence, `http_${status}`, status);
    if (truncated) return unreadableLicence(licence, 'cut_off', status);
    return await context.reader.readLicence({ source: licence.source, url: licence.url }, status, body);
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
    // This service may not request it; others may be able to.
    if (NOT_REQUESTED.some((code) => hasFailed(error, code)))
      return { ...licence, status: 'not_read', error: error.code };
    return unreadableLicence(licence, error.code, null);
  }
}

const NOT_REQUESTED = ['robots_disallowed', 'host_blocked'] as const;

async function readReservations(tdm: PolicyMembers['tdm'], homeUrl: string, context: FileContext) {
  try {
    const { status, body, truncated } = await fetchFile(new URL(TDM_FILE, homeUrl).href, 'application/json', context);
    const isFound = status >= 200 && status <= 299;
    const isUnread = status >= 500 || (isFound && truncated);
    const statements = isFound && !isUnread ? await context.reader.readTdmFile(body) : null;
    return { tdm: withTdmFile(tdm, statements ?? [], isUnread ? ['file'] : []), httpStatus: status };
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
    return { tdm: withTdmFile(tdm, [], ['file']), httpStatus: null };
  }
}

function fetchFile(url: string, accept: string, { network, site }: FileContext): Promise<ServedPage> {
  const until = performance.now() + FILE_MS;
  return fetchUrl(url, { network, until, maxBytes: FILE_BYTES, accept, admit: (hop) => site.admit(hop, until) });
}
