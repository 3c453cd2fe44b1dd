/**
 * Logs an unexpected error for the operator.
 *
 * @param confidential omits its message, which may quote the input
 */
export function logUnexpectedError(requestId: string, cause: unknown, confidential: boolean): void {
  const { name, message, stack = '' } = cause instanceof Error ? cause : new Error(String(cause));
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  console.error(
    JSON.stringify({
      level: 'ERROR',
      request_id: requestId,
      error: name,
      ...(!confidential && { message }),
      stack: frames,
    }),
  );
}
