import type { PolicyMembers } from '../../record/record.ts';
import { MAX_ADDRESS, RULES } from './drafts.ts';
import { declarationOf, type Headers, headerValue, type PolicySource, written } from './statement.ts';

type Tdm = NonNullable<PolicyMembers['tdm']>;
export type TdmStatement = Tdm['statements'][number];

export const TDM_RESERVATION = 'tdm-reservation';
export const TDM_POLICY = 'tdm-policy';

/** Maximum number of rules of a file that are read. */
const MAX_RULES = 1_000;

/**
 * Reads the TDM Reservation Protocol of a response: the fields of its header and the meta elements of its head. Those of
 * the page have precedence over the header, and both over the file (section "Processing priority").
 *
 * @param metas content of the first meta element of each name
 * @param unread sources that could not be read
 * @see https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/
 */
export function readTdm(metas: ReadonlyMap<string, string>, headers: Headers, unread: PolicySource[]): Tdm | null {
  const ofHeader = statementOf('header', headerValue(headers, TDM_RESERVATION), headerValue(headers, TDM_POLICY));
  const ofPage = statementOf('meta', metas.get(TDM_RESERVATION) ?? null, metas.get(TDM_POLICY) ?? null);
  return declarationOf(RULES.tdm, [...ofHeader, ...ofPage], unread);
}

function statementOf(source: PolicySource, reservation: string | null, policy: string | null): TdmStatement[] {
  if (reservation === null && policy === null) return [];
  const text = [
    ...(reservation === null ? [] : [`${TDM_RESERVATION}: ${reservation}`]),
    ...(policy === null ? [] : [`${TDM_POLICY}: ${policy}`]),
  ].join(', ');
  return [
    { source, path: null, text: written(text), reserved: reservedOf(reservation?.trim()), policy: addressOf(policy) },
  ];
}

/** Values other than 0 and 1 are errors: the reservation is unset. */
function reservedOf(value: unknown): boolean | null {
  if (value === '1' || value === 1) return true;
  return value === '0' || value === 0 ? false : null;
}

function addressOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_ADDRESS) return null;
  const url = URL.parse(value.trim());
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/**
 * Reads `/.well-known/tdmrep.json`: a list of rules, each with a pattern of paths.
 *
 * @returns `null` if it is not such a list; a rule without a location or a reservation is ignored
 */
export function readTdmFile(content: string): TdmStatement[] | null {
  const rules = parse(content);
  if (!Array.isArray(rules)) return null;
  return rules.slice(0, MAX_RULES).flatMap((rule: unknown) => {
    if (typeof rule !== 'object' || rule === null) return [];
    const { location, [TDM_RESERVATION]: reservation, [TDM_POLICY]: policy } = rule as Record<string, unknown>;
    if (typeof location !== 'string' || reservation === undefined) return [];
    return [
      {
        source: 'file' as const,
        path: written(location),
        text: written(JSON.stringify(rule)),
        // In JSON, the value is a number.
        reserved: typeof reservation === 'number' ? reservedOf(reservation) : null,
        policy: addressOf(policy),
      },
    ];
  });
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

/** Returns what a page and the file of its site declare. */
export function withTdmFile(ofPage: Tdm | null, file: TdmStatement[], unread: PolicySource[]): Tdm | null {
  const others = ofPage?.statements.filter(({ source }) => source !== 'file') ?? [];
  return declarationOf(RULES.tdm, [...others, ...file], unread);
}
