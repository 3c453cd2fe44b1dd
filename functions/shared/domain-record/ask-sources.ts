import type { Network } from '../network/network.ts';
import { askSource, type AskLimits } from '../providers/ask-source.ts';
import type { AskingServices } from '../providers/asking-services.ts';
import type { Source, SourceContext } from '../sources/source.ts';
import type { SourceResult } from '../record/source-answer.ts';

/** What asking sources needs besides the domain. */
export interface SourceServices extends AskingServices {
  sources: Source[];
  network: Network;
  reader: SourceContext['reader'];
  shared: SourceContext['shared'];
}

/**
 * Asks sources in parallel, each within its own time limit.
 *
 * @param homeUrl address of the home page as stored; where the site is crawled, the other sources get the crawl's
 */
export async function askSources(
  domain: string,
  asked: Source[],
  homeUrl: string | null,
  limits: AskLimits,
  services: SourceServices,
): Promise<SourceResult[]> {
  const home = Promise.withResolvers<string>();
  const fallback = homeUrl ?? `https://${domain}/`;
  if (!asked.some(({ fields }) => fields.includes('page'))) home.resolve(fallback);
  const context = await sourceContext(domain, home.promise, limits.mode, services);

  const answers = asked.map(async (source) => {
    const started = performance.now();
    const answer = await askSource(source, domain, context, { ...services, limits });
    if (source.fields.includes('page')) home.resolve(answer.sections?.page?.final_url ?? fallback);
    return { source, answer, durationMs: Math.round(performance.now() - started) };
  });
  try {
    return await Promise.all(answers);
  } finally {
    await services.network.release();
  }
}

/** What a source gets besides the domain. */
export async function sourceContext(
  domain: string,
  homeUrl: string | Promise<string>,
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
    homeUrl: Promise.resolve(homeUrl),
    now: services.now,
  };
}
