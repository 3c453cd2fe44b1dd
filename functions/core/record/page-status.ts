/**
 * Whether an HTTP status says that the server could not, or would not, show the page now: 5xx, 429, 408 and 425 pass, and
 * 401 and 403 are about who asks. Every other status, 404 and 410 too, is the truth about the page (RFC 9110, 15).
 */
export function failedStatus(httpStatus: number): boolean {
  return httpStatus >= 500 || [401, 403, 408, 425, 429].includes(httpStatus);
}
