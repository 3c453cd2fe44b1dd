import type { RobotsAnswer, ServedPage } from '../../functions/core/platform/network/http-client.ts';
import { NOW, served } from '../unit/analysis/page/served.ts';

/** A page, and the findings of an audit on it. */
export interface AuditCase {
  name: string;
  html: string;
  served: ServedPage;
  robots: RobotsAnswer;
  /** Milliseconds since the epoch. */
  now: number;
  /** Whether Lighthouse audits it too. */
  isCompared: boolean;
  verdict: {
    status: 'pass' | 'fail' | 'not_applicable';
    explanation?: string;
    items?: { reason: string }[];
  };
  warnings: string[];
}

/** A case in `test/cases/audits/*.json`; without markup, it is a page that passes all audits. */
export interface WrittenCase extends Pick<AuditCase, 'verdict'>, Partial<Pick<AuditCase, 'name' | 'warnings'>> {
  /** The whole page, or additions to the page that passes, with a number of repetitions. */
  html?: string;
  body?: string;
  times?: number;
  url?: string;
  status?: number;
  /** Headers besides `Content-Type`. */
  headers?: [string, string][];
  content_type?: string;
  robots?: Omit<RobotsAnswer, 'url'>;
  ttfb_ms?: number;
  now?: string;
  /** Reason why Lighthouse does not audit it. */
  not_compared?: string;
}

const SOUND = '<!doctype html><html lang="en"><title>T</title><meta name="description" content="d">';

export function auditCase(written: WrittenCase): AuditCase {
  const { html, body = '<p>x', times = 1, headers = [], content_type = 'text/html; charset=utf-8' } = written;
  const { url, status, robots, ttfb_ms, now, not_compared, verdict, warnings = [] } = written;
  const page = (html ?? SOUND + body).repeat(times);
  const answer = served(page, {
    ...(url !== undefined && { url }),
    ...(status !== undefined && { status }),
    ...(ttfb_ms !== undefined && { ttfbMs: ttfb_ms }),
    headers: [['content-type', content_type], ...headers],
  });
  return {
    name: written.name ?? String(status ?? html ?? body),
    html: page,
    served: answer,
    robots: { url: new URL('/robots.txt', answer.url).href, status: 404, content: null, ...robots },
    now: now === undefined ? NOW : Date.parse(now),
    isCompared: not_compared === undefined,
    verdict,
    warnings,
  };
}
