import * as z from 'zod';
import type { LabPerformance } from '../record/record.ts';
import { answerOf, hasForm, judgeGoogleKey, listOf, orNull, readJson, Refusal } from './providers/read-response.ts';
import { isOutage, type ProviderAddress, type ProviderResponse } from './providers/provider-client.ts';
import type { Source } from './source.ts';

const address: ProviderAddress = { setting: 'PAGESPEED_URL', baseUrl: 'https://www.googleapis.com' };
/** The free rate limit: 240 requests per minute. */
const RATE_LIMIT = { key: 'pagespeed', intervalMs: 250 };
/** A test takes 10 to 40 seconds. */
const REQUEST_MS = 58_000;

const category = orNull(z.object({ score: orNull(z.number().min(0).max(1)) }));
const measurement = orNull(z.object({ numericValue: orNull(z.number().nonnegative()) }));

const testResult = z.object({
  lighthouseResult: z.object({
    lighthouseVersion: orNull(z.string()),
    runtimeError: z.object({ code: z.string() }).nullish().catch(null),
    categories: z.object({ performance: category, seo: category }),
    audits: z.object({
      'first-contentful-paint': measurement,
      'largest-contentful-paint': measurement,
      'total-blocking-time': measurement,
      'speed-index': measurement,
      'cumulative-layout-shift': measurement,
    }),
  }),
});
type TestResult = z.infer<typeof testResult>['lighthouseResult'];

/** An error of Lighthouse, such as 500 for a page with status 404: the page could not be tested. */
const lighthouseError = z.object({
  error: z.object({
    errors: listOf(
      z.union([z.object({ domain: z.literal('lighthouse') }), z.object({ reason: z.literal('lighthouseUserError') })]),
    ).refine((errors) => errors.length > 0),
  }),
});

/** Lighthouse results of the home page on an emulated phone, from Google's servers. */
export const pagespeedSource: Source = {
  id: 'pagespeed',
  fields: ['performance.lab'],
  attribution: 'PageSpeed Insights by Google (https://pagespeed.web.dev)',
  isEvidence: true,
  address,
  keys: ['google-api-key'],
  maxAgeDays: 30,
  inlineMs: 0,
  backgroundMs: 60_000,
  costUsd: 0,
  fetch: (_domain, { homeUrl, baseUrl, keys, http }) =>
    answerOf(async () => {
      const url = new URL('/pagespeedonline/v5/runPagespeed', baseUrl(address));
      url.search = new URLSearchParams([
        ['url', await homeUrl],
        ['category', 'performance'],
        ['category', 'seo'],
        ['strategy', 'mobile'],
        ['key', keys['google-api-key'] ?? ''],
      ]).toString();
      const response = await http.request(url.href, {
        rateLimit: RATE_LIMIT,
        timeoutMs: REQUEST_MS,
        accepts: (answer) => !isOutage(answer) || isOfPage(answer),
      });
      judgeGoogleKey(response);
      if (isOfPage(response)) throw notTested(response);
      const { lighthouseResult } = readJson(response, testResult);
      const hasRun = !lighthouseResult.runtimeError || lighthouseResult.runtimeError.code === 'NO_ERROR';
      if (!hasRun) throw notTested(response);
      return {
        status: 'ok',
        http_status: response.status,
        sections: { 'performance.lab': describe(lighthouseResult) },
      };
    }),
};

/** Whether this is an error of the page, and not of PageSpeed. */
function isOfPage(response: ProviderResponse): boolean {
  return response.status >= 400 && hasForm(response, lighthouseError);
}

function notTested(response: ProviderResponse): Refusal {
  return new Refusal(response, 'error', {
    code: 'page_not_tested',
    message: 'Lighthouse could not load the page',
    retryable: false,
  });
}

function describe({ lighthouseVersion, categories, audits }: TestResult): LabPerformance {
  const percent = (score: number | null | undefined) => (score == null ? null : Math.round(score * 100));
  const ms = (id: keyof TestResult['audits']) => {
    const value = audits[id]?.numericValue ?? null;
    return value === null ? null : Math.round(value);
  };
  return {
    lighthouse_version: lighthouseVersion,
    performance_score: percent(categories.performance?.score),
    seo_score: percent(categories.seo?.score),
    fcp_ms: ms('first-contentful-paint'),
    lcp_ms: ms('largest-contentful-paint'),
    tbt_ms: ms('total-blocking-time'),
    speed_index_ms: ms('speed-index'),
    cls: audits['cumulative-layout-shift']?.numericValue ?? null,
  };
}
