/** Partition of the index of names that a domain is in: its first letter. */
export function initialOf(domain: string): string {
  return domain.charAt(0);
}
