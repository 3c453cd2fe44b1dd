import type { RobotsAnswer, ServedPage } from '../../platform/network/http-client.ts';
import type { PolicyMembers } from '../../record/record.ts';
import { readLinkHeader } from '../page/document-links.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { robotsContent } from '../robots/robots-txt.ts';
import { CONTENT_SIGNAL, readContentSignal } from './content-signal.ts';
import { CONTENT_USAGE, readContentUsage } from './content-usage.ts';
import { readNoAi } from './noai.ts';
import { readPayment } from './payment.ts';
import { type PolicyLine, policyLines } from './robots-lines.ts';
import { LICENSE, type NamedLicence, readRsl, RSL_TYPE } from './rsl.ts';
import type { Headers, PolicySource } from './statement.ts';
import { readTdm } from './tdm.ts';
import { readTrainingPreference } from './training-preference.ts';

const LINES: ReadonlySet<string> = new Set([CONTENT_SIGNAL, CONTENT_USAGE, LICENSE]);

/**
 * Reads what a response and the robots.txt of its origin declare. Licence files and `/.well-known/tdmrep.json` are not
 * requested: the licences have the status `not_read`, and `unread` of `tdm` contains `file`.
 *
 * @param robots response to `/robots.txt` of the page's origin
 */
export function readPolicy(
  { url, status, headers }: Pick<ServedPage, 'url' | 'status' | 'headers'>,
  { metas, robotsMetas, licences }: Pick<PageFacts, 'metas' | 'robotsMetas' | 'licences'>,
  robots: RobotsAnswer,
): PolicyMembers {
  const content = robotsContent(robots);
  const lines = content === null ? NO_LINES : policyLines(content, LINES);
  const unread: PolicySource[] = robots.status === null || robots.status >= 500 ? ['robots.txt'] : [];
  const named = [...headerLicences(headers), ...licences];
  return {
    content_signal: readContentSignal(lines, headers, unread),
    content_usage: readContentUsage(lines, headers, unread),
    training_preference: readTrainingPreference(content, url, unread),
    rsl: readRsl(lines, named, url, unread),
    tdm: readTdm(metas, headers, ['file']),
    noai: readNoAi(robotsMetas, headers),
    payment: readPayment(status, headers),
  };
}

const NO_LINES: readonly PolicyLine[] = [];
const MAX_LICENCES = 100;

/** Returns the licences of Link headers with the type of RSL. */
function headerLicences(headers: Headers): NamedLicence[] {
  return headers
    .filter(([name]) => name === 'link')
    .flatMap(([, value]) => readLinkHeader(value) ?? [])
    .filter(({ rel, type }) => isLicence(rel) && type.trim().toLowerCase() === RSL_TYPE)
    .slice(0, MAX_LICENCES)
    .map(({ uri }) => ({ source: 'header', href: uri }));
}

/** Returns whether relations, separated by spaces, contain `license`. */
const isLicence = (rel: string) => rel.toLowerCase().split(/\s+/).includes('license');
