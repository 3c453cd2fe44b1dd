interface WithHeaders {
  multiValueHeaders: Record<string, string[] | undefined> | null;
}

/**
 * A header of a request, whatever the case of its name.
 *
 * @param name in lower case
 * @returns all its lines, joined by commas as one list (RFC 9110, 5.3); '' where there is none
 */
export function requestHeader({ multiValueHeaders }: WithHeaders, name: string): string {
  const named = Object.entries(multiValueHeaders ?? {}).filter(([given]) => given.toLowerCase() === name);
  return named.flatMap(([, values]) => values ?? []).join(',');
}
