import { aiPolicySource } from './ai-policy.ts';
import { commonCrawlSource } from './common-crawl.ts';
import { cruxSource } from './crux.ts';
import { dataforseoSource } from './dataforseo.ts';
import { dnsSource } from './dns.ts';
import { hostVariantsSource } from './host-variants.ts';
import { hreflangSource } from './hreflang.ts';
import { llmsTxtSource } from './llms-txt.ts';
import { openPageRankSource } from './open-page-rank.ts';
import { pagespeedSource } from './pagespeed.ts';
import { rdapSource } from './rdap.ts';
import { siteSource } from './site/site.ts';
import type { Source } from './source.ts';
import { tlsSource } from './tls.ts';
import { trancoSource } from './tranco.ts';
import { waybackSource } from './wayback.ts';

/** All sources of a domain record, in the order in which `sources` lists them. */
export const sources: Source[] = [
  siteSource,
  dnsSource,
  tlsSource,
  llmsTxtSource,
  aiPolicySource,
  hostVariantsSource,
  hreflangSource,
  rdapSource,
  trancoSource,
  openPageRankSource,
  waybackSource,
  commonCrawlSource,
  cruxSource,
  pagespeedSource,
  dataforseoSource,
];
