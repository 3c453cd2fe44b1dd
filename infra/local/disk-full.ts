const CODES = ['ENOSPC', 'EDQUOT'];

/** Whether an error, of Node or of the embedded database, means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, message, cause } = (error ?? {}) as NodeJS.ErrnoException;
  if (CODES.includes(code ?? '')) return true;
  if (/No space left on device|ENOSPC|quota exceeded/i.test(message ?? '')) return true;
  return cause !== undefined && isDiskFull(cause);
}
