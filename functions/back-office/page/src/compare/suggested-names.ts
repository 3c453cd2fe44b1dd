import type { DomainRow } from '../../../contract.ts';

type StoredName = Pick<DomainRow, 'domain' | 'domain_unicode' | 'followed'>;

const MAX_SUGGESTED = 8;

/**
 * Returns stored domains whose names contain a text: those that begin with it first, followed ones before others.
 *
 * @param except domains that are compared already
 */
export function suggestedNames(text: string, stored: readonly StoredName[], except: readonly string[]): string[] {
  const asked = text.trim().toLowerCase();
  // After a domain was added, the empty field must not offer others at once.
  if (asked === '') return [];
  const rank = ({ domain, domain_unicode, followed }: StoredName) =>
    (domain.startsWith(asked) || domain_unicode.startsWith(asked) ? 0 : 2) + (followed ? 0 : 1);
  return stored
    .filter(({ domain, domain_unicode }) => domain.includes(asked) || domain_unicode.includes(asked))
    .filter(({ domain }) => !except.includes(domain) && domain !== asked)
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MAX_SUGGESTED)
    .map(({ domain }) => domain);
}
