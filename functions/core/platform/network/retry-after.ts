/**
 * Reads a `Retry-After` header: seconds or an HTTP date (RFC 9110, 10.2.3).
 *
 * @param now milliseconds since the epoch
 * @returns milliseconds, at least 0; `null` where there is none, or none that can be read
 */
export function retryAfterMs(value: string | undefined, now: number): number | null {
  const text = (value ?? '').trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
