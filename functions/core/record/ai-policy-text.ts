import type { AiPolicy } from './record.ts';

/** Code points of a longer text before its hash. */
const KEPT = 160;
const MAX_TEXT = 200;

/**
 * Returns what a site declares as one text, by which two snapshots are compared: `none` if it declares nothing. Whether a
 * licence can be read is not part of it. A longer text ends with a hash of the whole, so that each change is one.
 *
 * @returns `null` if it is not known, because a source could not be read
 */
export function policyText(policy: AiPolicy | undefined): string | null {
  if (!policy?.contradictions) return null;
  const { content_signal, content_usage, training_preference, rsl, tdm, noai, payment } = policy;
  if ([content_signal, content_usage, rsl, tdm].some((member) => member !== null && member.unread.length > 0))
    return null;
  const members = {
    content_signal: content_signal?.statements.map(usageText),
    content_usage: content_usage?.statements.map(usageText),
    training_preference: training_preference?.statements.map(({ text }) => text),
    rsl: rsl?.licences.map(({ url }) => url ?? 'in the page'),
    tdm: tdm?.statements.map(
      ({ path, reserved }) => `${path === null ? '' : `${path} `}${reserved ? 'reserved' : 'open'}`,
    ),
    noai: noai?.statements.map(({ text }) => text),
    payment: payment && [payment.text],
  };
  const parts = Object.entries(members).flatMap(([name, texts]) =>
    texts && texts.length > 0 ? [`${name}: ${[...new Set(texts)].join(' | ')}`] : [],
  );
  return parts.length > 0 ? bounded(parts.join('; ')) : 'none';
}

type Usage = NonNullable<AiPolicy['content_signal']>['statements'][number];

/** The group of a statement is named unless it is for all crawlers. */
function usageText({ user_agents: agents, text }: Usage): string {
  const isForAll = agents === null || agents.includes('*');
  return isForAll ? text : `${agents.join(', ')} ${text}`;
}

function bounded(text: string): string {
  const characters = [...text];
  if (characters.length <= MAX_TEXT) return text;
  return `${characters.slice(0, KEPT).join('')}… ${hashOf(text)}`;
}

/** Returns the FNV-1a hash of a text, 64 bits: the workspace loads this file, and a browser has no hash without waiting. */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const octet of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(octet)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
