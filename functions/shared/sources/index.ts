import { dnsSource } from './dns.ts';
import { siteSource } from './site/site.ts';
import type { Source } from './source.ts';
import { tlsSource } from './tls.ts';

/** A source that this deployment cannot ask: its sections stay null, and `sources` says why. */
function notConfigured(id: string, fields: Source['fields']): Source {
  const ask = () => Promise.resolve({ status: 'not_configured' } as const);
  return { id, fields, attribution: null, isEvidence: false, timeoutMs: 0, ask };
}

/** All sources of a domain record, in the order in which `sources` lists them. */
export const sources: Source[] = [
  siteSource,
  dnsSource,
  tlsSource,
  notConfigured('rdap', ['registration']),
  notConfigured('tranco', ['popularity']),
  notConfigured('open_page_rank', ['popularity']),
  notConfigured('wayback', ['archive']),
  notConfigured('common_crawl', ['common_crawl']),
  notConfigured('crux', ['performance']),
  notConfigured('pagespeed', ['performance']),
  notConfigured('dataforseo', ['organic', 'paid']),
  notConfigured('keywords', ['top_keywords']),
];
