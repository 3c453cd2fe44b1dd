/**
 * Writes a defect into the log, where only the operator sees it.
 *
 * @param confidential its message, which may quote what it stumbled over, is left out
 */
export function logDefect(requestId: string, cause: unknown, confidential: boolean): void {
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
