import type { RobotsAnswer, ServedPage } from '../../../../functions/core/platform/network/http-client.ts';

/** A page as the crawler returns it, with defaults for members that a test does not give. */
export function served(html: string | Uint8Array[], page: Partial<ServedPage> = {}): ServedPage {
  const url = page.url ?? 'https://www.shop.example/path/page';
  return {
    requestedUrl: url,
    url,
    status: 200,
    redirects: [],
    headers: [['content-type', 'text/html; charset=utf-8']],
    ttfbMs: 120,
    totalMs: 300,
    body: typeof html === 'string' ? [new TextEncoder().encode(html)] : html,
    truncated: false,
    ...page,
  };
}

export const NO_ROBOTS: RobotsAnswer = { url: 'https://www.shop.example/robots.txt', status: 404, content: null };

export const NOW = Date.parse('2026-10-15T12:00:00Z');
