import { betterOf, type ValueName } from '../record/history-values.ts';
import type { Condition, MovingMetric } from './conditions.ts';
import type { EventFacts, EventKind, EventOf } from './delivery-schema.ts';
import type { Watch } from './store/watches.ts';

/** A usual value of each metric. */
const USUAL: Record<MovingMetric, number> = {
  seo_score: 90,
  tranco_rank: 40_000,
  open_page_rank: 4,
  organic_etv: 1_200,
  organic_count: 300,
  lcp_p75_ms: 2_400,
  inp_p75_ms: 180,
  cls_p75: 0.08,
  ttfb_p75_ms: 600,
  fcp_p75_ms: 1_600,
  tls_days_remaining: 60,
  word_count: 500,
  links_total: 40,
  site_score: 90,
  site_pages: 200,
  site_broken_links: 4,
};
/** The highest value of a metric, if there is one. */
const HIGHEST: Partial<Record<MovingMetric, number>> = { seo_score: 100, site_score: 100, open_page_rank: 10 };

/** A change of each other value. */
const CHANGES: Record<Exclude<ValueName, MovingMetric>, { before: string | number; after: string | number }> = {
  http_status: { before: 200, after: 404 },
  site_crawl: { before: 'page_limit', after: 'complete' },
  expires_at: { before: '2027-03-01T00:00:00.000Z', after: '2028-03-01T00:00:00.000Z' },
  meta_robots: { before: 'index, follow', after: 'noindex' },
  canonical: { before: 'https://example.com/', after: 'https://www.example.com/' },
  title: { before: 'Tents and stoves', after: 'Tents, stoves and packs' },
  ai_policy: { before: 'content_signal: search=yes, ai-train=yes', after: 'content_signal: search=yes, ai-train=no' },
  content_hash: { before: '5d41402abc4b2a76', after: '7d793037a0760186' },
};

/** Name and values of an event. */
type Sample<Kind extends EventKind> = Pick<EventOf<Kind>, 'name' | 'before' | 'after'>;

/** An example of the events of each kind of condition, of a domain. */
const samples: {
  [Kind in EventKind]: (condition: Extract<Condition, { on: Kind }>, domain: string) => Sample<Kind>;
} = {
  changed: ({ fields: [name] }) => ({ name: name!, ...changeOf(name!) }),
  drop: ({ metric: name, by }) => ({ name, ...moveOf(name, by, betterOf(name) === 'less') }),
  rise: ({ metric: name, by }) => ({ name, ...moveOf(name, by, betterOf(name) !== 'less') }),
  below: ({ metric: name, value }) => ({ name, before: around(value).more, after: around(value).less }),
  above: ({ metric: name, value }) => ({ name, before: around(value).less, after: around(value).more }),
  unreachable: ({ snapshots }) => ({
    name: 'site_status',
    before: snapshots > 1 ? 'timeout' : 'ok',
    after: 'timeout',
  }),
  noindex: () => ({ name: 'noindex', before: 'no', after: 'yes' }),
  certificate_expires: ({ within_days: days }) => ({ name: 'tls_days_remaining', before: days + 1, after: days }),
  registration_expires: ({ within_days: days }) => ({
    name: 'registration_days_remaining',
    before: days + 1,
    after: days,
  }),
  new_issues: (_, domain) => ({ name: 'issues', before: null, after: brokenLinkOn(`https://${domain}`) }),
};

/** Returns an example of the events of each condition of a watch, whose values fulfil the condition. */
export function sampleEvents({ id, domains, conditions }: Pick<Watch, 'id' | 'domains' | 'conditions'>, now: number) {
  const time = new Date(now).toISOString();
  const domain = domains?.[0] ?? 'example.com';
  return conditions.map((condition, index): EventFacts => {
    const sampleOf = samples[condition.on] as (condition: Condition, domain: string) => object;
    const { name, before, after } = sampleOf(condition, domain) as EventFacts;
    return {
      id: `sample_${index + 1}`,
      at: time,
      watch: id,
      domain,
      condition,
      name,
      before,
      after,
      measured_at: time,
      sample: true,
    } as EventFacts;
  });
}

function changeOf(name: ValueName) {
  return Object.hasOwn(USUAL, name)
    ? moveOf(name as MovingMetric, '25%', true)
    : CHANGES[name as Exclude<ValueName, MovingMetric>];
}

/** Returns a change by a number or a share of the earlier value, from the usual value if the metric has room for it. */
function moveOf(name: MovingMetric, by: number | `${number}%`, isUp: boolean) {
  const usual = USUAL[name];
  const highest = HIGHEST[name] ?? Infinity;
  if (typeof by === 'number') {
    const low = isUp ? Math.max(0, Math.min(usual, highest - by)) : Math.max(0, usual - by);
    return isUp ? { before: low, after: low + by } : { before: low + by, after: low };
  }
  const share = Number.parseFloat(by) / 100;
  // Of metrics that are not whole numbers, hundredths.
  const unit = Number.isInteger(usual) ? 1 : 100;
  if (!isUp) return { before: usual, after: Math.max(0, Math.floor(usual * (1 - share) * unit) / unit) };
  const low = Math.min(usual, Math.floor(highest / (1 + share)));
  return { before: low, after: Math.ceil(low * (1 + share) * unit) / unit };
}

/** Returns values on both sides of a limit. */
function around(limit: number): { less: number; more: number } {
  if (Number.isInteger(limit)) return { less: Math.max(0, limit - 1), more: limit + 1 };
  return { less: Number((limit * 0.9).toPrecision(3)), more: Number((limit * 1.1).toPrecision(3)) };
}

function brokenLinkOn(site: string): EventOf<'new_issues'>['after'] {
  const occurrence = { issue: 'broken-link', url: `${site}/tents`, target: `${site}/tents/red`, status: 404 };
  return { counts: { 'broken-link': 1 }, occurrences: [occurrence], more: 0 };
}
