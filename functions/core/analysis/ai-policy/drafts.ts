/**
 * Documents and versions that the readers of this folder follow; each value contains the name of its own.
 *
 * Content-Signal: https://contentsignals.org/ has no version; its signals as of November 2026. Content-Usage: its syntax
 * and its vocabulary are two drafts. The training preference signal: see `training-preference.ts`. RSL: the recommendation
 * of 6 November 2025, https://rslstandard.org/rsl. TDMRep: the final report of the W3C community group of 10 May 2024,
 * https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/. `noai`: the announcement of DeviantArt of
 * November 2022. Payment: Cloudflare's documentation of pay per crawl, last updated on 23 April 2026.
 */
export const RULES = {
  content_signal: 'contentsignals.org, 2026-11',
  content_usage: 'draft-ietf-aipref-attach-05, draft-ietf-aipref-vocab-07',
  training_preference: 'draft-kelley-aipref-training-preference-signal-00',
  rsl: 'RSL 1.0',
  tdm: 'TDMRep CG-FINAL 2024-05-10',
  noai: 'DeviantArt noai, 2022-11',
  payment: 'Cloudflare pay per crawl, 2026-04-23',
} as const;

/** Maximum number of statements of a member. */
export const MAX_STATEMENTS = 20;
/** Of a statement, in characters (code points). */
export const MAX_TEXT = 300;
/** Of an address, in characters. */
export const MAX_ADDRESS = 2_000;
