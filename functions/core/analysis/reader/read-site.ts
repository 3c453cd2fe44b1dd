import { pageKeywords } from '../language/page-phrases.ts';
import type { IssueRow } from '../../record/site-evidence-schema.ts';
import type { PageKeyword } from '../../record/source-answer.ts';
import { analysePage, hostsOf, normalForm, type PageAnalysis, readFacts } from '../analyse-page.ts';
import type { RobotsAnswer, ServedPage } from '../../platform/network/http-client.ts';
import { judgeLlmsTxt } from '../llms-txt.ts';
import type {
  CrawledAnchor,
  CrawledFacts,
  CrawledResource,
  Findings,
  PolicyStatement,
  TargetKind,
} from '../../record/crawled-page.ts';
import type { AiAccess, AiPolicy, LlmsTxt, RobotsTxt } from '../../record/record.ts';
import { type AlternatePage, comparableAddress } from '../hreflang.ts';
import { describeAiAgents, googlebotRules, robotsVerdict } from '../robots/robots-verdict.ts';
import { describeRobots } from '../robots/robots-txt.ts';
import { pageIssues } from '../rules/page-issues.ts';
import { isChallenge } from '../challenge.ts';
import type { Extracted, ExtractRule } from '../../record/extracted.ts';
import { decode, looksLikeHtml, sniffCharset } from '../html/decode.ts';
import { crawledFacts, CrawledLinks } from '../crawled-facts.ts';
import { CrawledResources } from '../crawled-resources.ts';
import { listSitemap, parseSitemap } from '../sitemap.ts';
import { headerLinks } from '../page/document-links.ts';
import type { StructuredData } from '../page/structured-data.ts';
import { type Contradiction, findingOf, ownStatements, pageContradictions } from '../ai-policy/contradictions.ts';
import { readPolicy } from '../ai-policy/read-policy.ts';
import { readLicence, type Licence } from '../ai-policy/rsl.ts';
import { readTdmFile, type TdmStatement } from '../ai-policy/tdm.ts';
import { truncate } from '../../platform/text/text.ts';

/** The facts of a home page. */
interface ReadPage extends Pick<PageAnalysis, 'page' | 'audit' | 'security'> {
  /** Whether the answer is not the site's page but a firewall's challenge. */
  isChallenge: boolean;
  /** Occurrences of issues, errors first. */
  issues: IssueRow[];
  policy: AiPolicy;
  /** Best first; absent for an error page, which does not describe the site. */
  keywords?: PageKeyword[];
}

/** The facts of one page that a crawl uses. */
export interface ReadCrawled {
  /** `null` if it is not an HTML page of the site with status 200. */
  facts: CrawledFacts | null;
  /** Its links with their elements. */
  anchors: CrawledAnchor[];
  /** Its images, scripts and stylesheets; absent if they were not requested. */
  resources?: CrawledResource[];
  /** As that of {@link CrawledPage}. */
  cut?: TargetKind[];
  /** Its values; absent if none were requested. */
  extracted?: Extracted;
  /** What a response without facts declares to machines; absent: nothing. */
  ai_policy?: PolicyStatement[];
  /** See {@link ReadPage}. */
  isChallenge: boolean;
}

/** What a crawl reads of a page besides its facts. */
interface ReadOptions {
  /** Whether to list images, scripts and stylesheets; by default not. */
  withResources?: boolean;
  /** Values to read; by default none. */
  extract?: readonly ExtractRule[] | undefined;
}

/** The sections `robots_txt` and `ai_access.agents`. */
interface ReadRobots {
  robotsTxt: RobotsTxt;
  aiAgents: AiAccess['agents'];
}

/** The tasks that parse untrusted content. Arguments and results can be sent between threads. */
export const siteTasks = {
  /**
   * @param now milliseconds since the epoch
   * @param isHome whether it is the home page of its site
   */
  async readPage(served: ServedPage, robots: RobotsAnswer, now: number, isHome: boolean): Promise<ReadPage> {
    const { analysis, facts, anchors, isChallenge, policy } = await analyse(served, { robots, now });
    const { page, audit, security, texts } = analysis;
    const isErrorPage = served.status < 200 || served.status > 299;
    const answered = { url: normalForm(served.url), http_status: served.status, failure: null, location: null };
    const { content_type, ttfb_ms, html_bytes } = page;
    const googlebot = googlebotRules(robots, served.url);
    return {
      page,
      audit,
      security,
      policy,
      isChallenge,
      issues: pageIssues({ ...answered, content_type, ttfb_ms, html_bytes, facts, anchors, googlebot }, isHome),
      ...(!isErrorPage && { keywords: pageKeywords(texts) }),
    };
  },

  /**
   * @param now milliseconds since the epoch
   * @param hosts hosts of the crawled site, in lower-case ASCII
   */
  async readCrawled(
    served: ServedPage,
    robots: RobotsAnswer,
    now: number,
    hosts: readonly string[],
    { withResources = false, extract = [] }: ReadOptions = {},
  ): Promise<ReadCrawled> {
    const read = await analyse(served, { robots, now, hosts, withResources });
    const { facts, anchors, resources, cut, isChallenge, own } = read;
    if (!facts) return { facts, anchors: [], isChallenge, ...(own.length > 0 && !isChallenge && { ai_policy: own }) };
    const extracted = extract.length > 0 && (await extractFrom(served, extract));
    return {
      ...{ facts, anchors, isChallenge },
      ...(resources && { resources }),
      ...(cut.length > 0 && { cut }),
      ...(extracted && { extracted }),
    };
  },

  readAlternate,

  /** Analyses robots.txt, also for a page: sections of the record. */
  readRobots: (robots: RobotsAnswer, pageUrl: string): ReadRobots => ({
    robotsTxt: describeRobots(robots, pageUrl),
    aiAgents: describeAiAgents(robots, pageUrl),
  }),

  judgeRobots: robotsVerdict,
  judgeGooglebot: googlebotRules,
  parseSitemap: (body: Uint8Array[], now: number, clipped: boolean) => parseSitemap(body, now, clipped),
  listSitemap,

  /** @param site address of the file and robots.txt of its origin; absent: it is not known */
  readLlmsTxt: (httpStatus: number, body: Uint8Array[], site?: { url: string; robots: RobotsAnswer }): LlmsTxt =>
    judgeLlmsTxt(httpStatus, textOf(body), site),

  /** @returns `null` if the file is not a list of rules */
  readTdmFile: (body: Uint8Array[]): TdmStatement[] | null => readTdmFile(textOf(body)),
  readLicence: (licence: Pick<Licence, 'source' | 'url'>, httpStatus: number, body: Uint8Array[]): Licence =>
    readLicence(licence, textOf(body), httpStatus),
};

const textOf = (body: Uint8Array[]) => new TextDecoder().decode(Buffer.concat(body));

type SiteTasks = typeof siteTasks;

interface AnalyseOptions {
  robots: RobotsAnswer;
  now: number;
  hosts?: readonly string[];
  withResources?: boolean;
}

/** Analyses a page with all rules about single pages. An image or a PDF has the facts of an empty HTML document. */
async function analyse(
  served: ServedPage,
  { robots, now, hosts = hostsOf(served.url), withResources = false }: AnalyseOptions,
) {
  const isHtml = looksLikeHtml(served);
  const html = isHtml ? served : { ...served, body: [] };
  const links = new CrawledLinks(normalForm(served.url), hosts);
  const resources = withResources ? new CrawledResources() : null;
  const analysis = analysePage(html, robots, now, {
    hosts,
    anchor: (anchor) => links.anchor(anchor),
    ...(resources && { element: (element, _context, base) => resources.element(element, base) }),
  });
  for (const refresh of analysis.findings.find(({ id }) => id === 'meta-refresh')?.items ?? []) links.refresh(refresh);
  const isRefused = isChallenge(html, analysis.page);
  const members = readPolicy(served, analysis.facts, robots);
  const { url } = served;
  const agents = describeAiAgents(robots, url);
  const contradictions = pageContradictions({ url, policy: members, agents, robots });
  const own = ownStatements(members, url);
  const hasFacts = isHtml && served.status === 200 && !isRefused;
  const findings = hasFacts
    ? [
        ...analysis.findings,
        ...(await structuredDataFaultsOf(analysis.facts.structuredData)),
        ...findingsOf(contradictions),
      ]
    : [];
  return {
    analysis,
    /** `null` if it is not an HTML page with status 200. */
    facts: hasFacts
      ? { ...crawledFacts(served, analysis, links, findings, now), ...(own.length > 0 && { ai_policy: own }) }
      : null,
    policy: { ...members, contradictions },
    /** What the response itself declares. */
    own,
    anchors: links.anchors,
    resources: resources?.all,
    cut: [
      ...(links.cutsExternal || served.truncated ? (['external'] as const) : []),
      ...(resources?.isCut || served.truncated ? (['resources'] as const) : []),
    ],
    isChallenge: isRefused,
  };
}

/** Parses untrusted content, each task separately. */
export type SiteReader = {
  [Name in keyof SiteTasks]: (...args: Parameters<SiteTasks[Name]>) => Promise<Awaited<ReturnType<SiteTasks[Name]>>>;
} & {
  /** Prepares the threads at the start of a crawl. */
  warm(): void;
};

/** Most pages have no JSON-LD: they do not load the validator. */
async function structuredDataFaultsOf({ blocks }: StructuredData): Promise<Findings[]> {
  if (blocks.length === 0) return [];
  const { structuredDataFaults } = await import('../structured-data/find-faults.ts');
  return structuredDataFaults(blocks);
}

/** Most crawls extract no values: they do not load the parser. */
async function extractFrom(served: ServedPage, rules: readonly ExtractRule[]): Promise<Extracted> {
  const { extractValues } = await import('../extract/extract-values.ts');
  const contentType = served.headers.find(([name]) => name === 'content-type')?.[1] ?? null;
  return extractValues(decode(served.body, sniffCharset(served.body, contentType).name), rules);
}

/** Returns contradictions as findings of their rules: the first statement, and the second one. */
function findingsOf(contradictions: readonly Contradiction[]): Findings[] {
  const byRule = Map.groupBy(contradictions, ({ issue }) => issue);
  return [...byRule].map(([id, found]) => ({ id, items: found.map(findingOf) }));
}

const MAX_LANG = 100;
const noop = () => {};

/** A page as it was served, and whether it was cut off before its end. */
interface ServedAlternate extends Pick<ServedPage, 'url' | 'headers' | 'body'> {
  isCutOff: boolean;
}

/**
 * Reads the facts of an alternate with which its cluster is checked, in one pass and without running scripts.
 *
 * @param names addresses of the home page
 * @returns null if a firewall answered instead of the site
 */
function readAlternate(served: ServedAlternate, names: string[]): AlternatePage | null {
  const html = looksLikeHtml(served) ? served : { ...served, body: [] };
  const contentType = served.headers.find(([name]) => name === 'content-type')?.[1] ?? null;
  let anchors = 0;
  const facts = readFacts(html, sniffCharset(html.body, contentType).name, {
    anchor: () => anchors++,
    image: noop,
    loader: noop,
  });
  const shown = { title: facts.title, word_count: facts.words, links: { total: anchors } };
  if (isChallenge(html, shown)) return null;
  const isNamed = [...facts.links, ...headerLinks(served.headers, served.url)]
    .filter(({ rel, hreflang }) => rel === 'alternate' && hreflang !== '')
    .some(({ href, hrefRaw }) => hrefRaw.trim() !== '' && names.includes(comparableAddress(href ?? '') ?? ''));
  return { lang: facts.lang && truncate(facts.lang, MAX_LANG), returns: isNamed || (served.isCutOff ? null : false) };
}
