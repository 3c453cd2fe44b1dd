import type { Network } from '../network/network.ts';
import { askSource, type AskLimits, unavailableAnswer } from '../providers/ask-source.ts';
import type { AskingServices } from '../providers/asking-services.ts';
import type { Source, SourceContext } from '../sources/source.ts';
import type { Page } from '../record/record.ts';
import type { SourceAnswer, SourceResult } from '../record/source-answer.ts';

/** What asking sources needs besides the domain. */
export interface SourceServices extends AskingServices {
  sources: Source[];
  network: Network;
  reader: SourceContext['reader'];
  shared: SourceContext['shared'];
}

/** Who is asked about a domain, and how. */
export interface Question {
  domain: string;
  sources: Source[];
  /** What stands for the answer of a source that is not asked; `null` for one that is asked. */
  unasked?: ((source: Source) => SourceAnswer | null) | undefined;
  /** Results of sources that were asked already. */
  answered?: SourceResult[] | undefined;
  /** The home page as stored; where the site is crawled, the other sources get the crawl's. */
  home: Page | null;
  limits: AskLimits;
}

/** Asks sources in parallel, each within its own time limit. */
export async function askSources(question: Question, services: SourceServices): Promise<SourceResult[]> {
  const { domain, sources, answered = [], home: stored, limits } = question;
  const home = Promise.withResolvers<Page | null>();
  if (!sources.some(({ fields }) => fields.includes('page'))) home.resolve(stored);
  const context = await sourceContext(domain, home.promise, limits.mode, services);

  const results = sources.map(async (source) => {
    const known = answered.find((result) => result.source.id === source.id);
    if (known) return known;
    const result = await timed(source, () => answerOf(source, question, context, services));
    if (source.fields.includes('page')) home.resolve(result.answer.sections?.page ?? stored);
    return result;
  });
  try {
    return await Promise.all(results);
  } finally {
    await services.network.release();
  }
}

async function answerOf(
  source: Source,
  { domain, unasked, limits }: Question,
  context: SourceContext,
  services: SourceServices,
): Promise<SourceAnswer> {
  const instead = unasked?.(source);
  if (instead) return unavailableAnswer(source, context.keys, services.settings) ?? instead;
  return askSource(source, domain, context, { ...services, limits });
}

/** Asks one source, and measures how long it takes. */
export async function timed(source: Source, ask: () => Promise<SourceAnswer>): Promise<SourceResult> {
  const started = performance.now();
  const answer = await ask();
  return { source, answer, durationMs: Math.round(performance.now() - started) };
}

/** What a source gets besides the domain. */
export async function sourceContext(
  domain: string,
  home: Promise<Page | null>,
  mode: AskLimits['mode'],
  services: SourceServices,
): Promise<SourceContext> {
  return {
    network: services.network,
    reader: services.reader,
    http: services.http[mode],
    shared: services.shared,
    baseUrl: services.settings.baseUrlFor(domain),
    keys: services.settings.keysFor(domain, await services.readKeys()),
    home,
    homeUrl: home.then((page) => page?.final_url ?? `https://${domain}/`),
    now: services.now,
  };
}
