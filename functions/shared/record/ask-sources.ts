import type { Network } from '../network/network.ts';
import { askSource, type Patience } from '../sources/ask-source.ts';
import type { SourceKey } from '../sources/keys.ts';
import type { ProviderClient } from '../sources/provider-client.ts';
import type { Source, SourceAnswer, SourceContext } from '../sources/source.ts';
import type { SourceSettings } from '../sources/source-settings.ts';
import type { DailyBudget } from '../storage/daily-budget.ts';

/** What asking takes, besides the domain. */
export interface SourceServices {
  sources: Source[];
  settings: SourceSettings;
  budget: DailyBudget;
  network: Network;
  http: Record<Patience, ProviderClient>;
  shared: SourceContext['shared'];
  readKeys: () => Promise<Partial<Record<SourceKey, string>>>;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** What came of asking one source. */
export interface SourceResult {
  source: Source;
  answer: SourceAnswer;
  durationMs: number;
}

/**
 * Asks sources side by side, each within its own time.
 *
 * @param homeUrl address of the home page where it is known; the crawl's own answer comes before it
 */
export async function askSources(
  domain: string,
  asked: Source[],
  homeUrl: string | null,
  patience: Patience,
  services: SourceServices,
): Promise<SourceResult[]> {
  const keys = services.settings.keysFor(domain, await services.readKeys());
  const home = Promise.withResolvers<string>();
  const fallback = homeUrl ?? `https://${domain}/`;
  if (!asked.some(({ fields }) => fields.includes('page'))) home.resolve(fallback);
  const context: SourceContext = {
    network: services.network,
    http: services.http[patience],
    shared: services.shared,
    baseUrl: services.settings.baseUrlFor(domain),
    keys,
    homeUrl: home.promise,
    now: services.now,
  };

  return Promise.all(
    asked.map(async (source) => {
      const started = performance.now();
      const answer = await askSource(source, domain, context, { ...services, patience });
      if (source.fields.includes('page')) home.resolve(answer.sections?.page?.final_url ?? fallback);
      return { source, answer, durationMs: Math.round(performance.now() - started) };
    }),
  );
}
