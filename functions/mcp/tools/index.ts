import type { Tool } from '../tool.ts';
import { audit } from './audit.ts';
import { compareDomains } from './compare-domains.ts';
import { findKeywords } from './find-keywords.ts';
import { findLongTail } from './find-long-tail.ts';
import { getDomain } from './get-domain.ts';
import { getHistory } from './get-history.ts';

/** All tools, in the order in which assistants see them. */
export const tools: readonly Tool[] = [getDomain, compareDomains, getHistory, findKeywords, findLongTail, audit];
