import type { ServedPage } from '../../platform/network/http-client.ts';
import type { SecurityHeaders } from '../../record/record.ts';
import { truncate } from '../../platform/text/text.ts';
import { framing, judgeCsp, readPolicies, upgradesRequests } from './csp.ts';
import {
  judgeContentTypeOptions,
  judgeFrameOptions,
  judgeHsts,
  judgePermissionsPolicy,
  judgeReferrerPolicy,
  type Rule,
  STATUS_BY_RULE,
} from './header-rules.ts';
import type { MixedContent } from './mixed-content.ts';

/** Security policies of a page in its HTML. */
export interface SecurityMetas {
  /** Contents of `<meta http-equiv="Content-Security-Policy">` in the head. */
  policies: readonly string[];
  /** Content of the last `<meta name="referrer">`; null without one. */
  referrer: string | null;
}

type Verdict = SecurityHeaders['hsts'];

/** In characters (code points). */
const MAX_VALUE = 2000;

/**
 * Describes how a page protects its visitors: its security headers, by the rules of Mozilla's HTTP Observatory, and its
 * mixed content.
 *
 * @param page the final response
 * @param mixed what the page loads
 * @returns the section `security_headers`
 */
export function securityHeaders(
  { url, headers }: Pick<ServedPage, 'url' | 'headers'>,
  { policies: metaPolicies, referrer }: SecurityMetas,
  mixed: MixedContent,
): SecurityHeaders {
  const valuesOf = (header: string) => headers.filter(([name]) => name === header).map(([, value]) => value);
  const isHttps = new URL(url).protocol === 'https:';
  const judged = (name: string, judge: (values: string[]) => Rule): Verdict => {
    const values = valuesOf(name);
    return verdict(judge(values), values);
  };
  const cspHeaders = valuesOf('content-security-policy');
  const policies = readPolicies(cspHeaders, metaPolicies);
  const reportOnly = valuesOf('content-security-policy-report-only').some((value) => value !== '');
  const referrers = [...valuesOf('referrer-policy'), ...(referrer === null ? [] : [referrer])];
  const frames = framing(policies);
  const frameOptions = judged('x-frame-options', (values) => judgeFrameOptions(values, frames !== null));
  return {
    hsts: judged('strict-transport-security', (values) => judgeHsts(values, isHttps)),
    csp: verdict(judgeCsp(policies, reportOnly, isHttps), [...cspHeaders, ...metaPolicies]),
    x_content_type_options: judged('x-content-type-options', judgeContentTypeOptions),
    // The Observatory passes frame-ancestors with any value.
    x_frame_options: frames === 'open' ? { ...frameOptions, status: 'weak' } : frameOptions,
    referrer_policy: verdict(judgeReferrerPolicy(referrers), referrers),
    permissions_policy: judged('permissions-policy', judgePermissionsPolicy),
    mixed_content: mixed.report(upgradesRequests(policies)),
  };
}

function verdict(rule: Rule, values: readonly string[]): Verdict {
  const value = values.length === 0 ? null : truncate(values.join(', '), MAX_VALUE);
  return { status: STATUS_BY_RULE[rule], value, rule };
}
