import { between, share } from './figures.ts';
import { googleError, invalidKey } from './google.ts';
import { json, type StandIn } from './stand-in.ts';

interface Figures {
  performance: number;
  seo: number;
  fcp: number;
  lcp: number;
  tbt: number;
  speedIndex: number;
  cls: number;
}

const known: Record<string, Figures> = {
  'shop.example': {
    performance: 0.87,
    seo: 0.92,
    fcp: 1_420.4,
    lcp: 2_310.8,
    tbt: 145,
    speedIndex: 2_050.2,
    cls: 0.043,
  },
  'blog.example': { performance: 0.95, seo: 0.83, fcp: 980.1, lcp: 1_610.5, tbt: 40.5, speedIndex: 1_204.9, cls: 0 },
  'broken.example': {
    performance: 0.31,
    seo: 0.55,
    fcp: 4_870,
    lcp: 9_125.3,
    tbt: 1_480,
    speedIndex: 8_330,
    cls: 0.418,
  },
};

export const pagespeed: StandIn = {
  id: 'pagespeed',
  method: 'GET',
  path: /^\/pagespeedonline\/v5\/runPagespeed$/,
  answer({ query }, { keys, now }) {
    const key = query.get('key');
    if (!key)
      return googleError(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded', [{ metadata: { quota_limit_value: '0' } }]);
    if (key !== keys['google-api-key']) return invalidKey();
    const url = query.get('url') ?? '';
    if (!/^https?:/.test(url) || !URL.canParse(url)) {
      return googleError(400, 'INVALID_ARGUMENT', 'Invalid value for url.');
    }
    return json(testResult(url, query.getAll('category'), new Date(now).toISOString()));
  },
};

/** Without a category, performance alone is tested. */
function testResult(url: string, asked: string[], fetchTime: string) {
  const domain = new URL(url).hostname.replace(/^www\./, '');
  const figures = known[domain] ?? madeFigures(domain);
  const tested = asked.length > 0 ? asked.map((id) => id.toLowerCase()) : ['performance'];
  const categories = {
    performance: { id: 'performance', title: 'Performance', score: figures.performance, auditRefs: [] },
    seo: {
      id: 'seo',
      title: 'SEO',
      score: figures.seo,
      auditRefs: [{ id: 'is-crawlable', weight: 4.043478260869565 }],
    },
  };
  return {
    captchaResult: 'CAPTCHA_NOT_NEEDED',
    kind: 'pagespeedonline#result',
    id: url,
    analysisUTCTimestamp: fetchTime,
    loadingExperience: { initial_url: url },
    lighthouseResult: {
      requestedUrl: url,
      finalUrl: url,
      lighthouseVersion: '13.0.1',
      fetchTime,
      runWarnings: [],
      categories: Object.fromEntries(Object.entries(categories).filter(([id]) => tested.includes(id))),
      audits: {
        ...(tested.includes('performance') && performanceAudits(figures)),
        canonical: { id: 'canonical', score: null, scoreDisplayMode: 'notApplicable' },
      },
    },
  };
}

function performanceAudits({ fcp, lcp, tbt, speedIndex, cls }: Figures) {
  const values = {
    'first-contentful-paint': fcp,
    'largest-contentful-paint': lcp,
    'total-blocking-time': tbt,
    'speed-index': speedIndex,
    'cumulative-layout-shift': cls,
  };
  return Object.fromEntries(
    Object.entries(values).map(([id, numericValue]) => [id, { id, scoreDisplayMode: 'numeric', numericValue }]),
  );
}

function madeFigures(domain: string): Figures {
  const score = (what: string) => between(20, 100, what, domain) / 100;
  const lcp = between(1_200, 9_000, 'lcp', domain);
  return {
    performance: score('performance'),
    seo: score('seo'),
    fcp: lcp * 0.6,
    lcp,
    tbt: between(0, 1_500, 'tbt', domain),
    speedIndex: lcp * 0.9,
    cls: share('cls', domain) * 0.4,
  };
}
