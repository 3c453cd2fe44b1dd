import { googleError, invalidKey } from './google.ts';
import { json, readData, type StandIn } from './stand-in.ts';

/** Parts of a Lighthouse result, by domain. */
const results =
  readData<Record<string, { lighthouseVersion: string; categories: object; audits: object }>>('pagespeed');

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
  const { lighthouseVersion, categories, audits } =
    results[new URL(url).hostname.replace(/^www\./, '')] ?? results['faulty.example']!;
  const tested = asked.length > 0 ? asked.map((id) => id.toLowerCase()) : ['performance'];
  return {
    captchaResult: 'CAPTCHA_NOT_NEEDED',
    kind: 'pagespeedonline#result',
    id: url,
    analysisUTCTimestamp: fetchTime,
    loadingExperience: { initial_url: url },
    lighthouseResult: {
      requestedUrl: url,
      finalUrl: url,
      lighthouseVersion,
      fetchTime,
      runWarnings: [],
      categories: Object.fromEntries(Object.entries(categories).filter(([id]) => tested.includes(id))),
      audits,
    },
  };
}
