import type { Translate } from './messages.ts';

const HTTP = /^http_(\d{3})$/;

/** An error of a source or of the service: its code, and its message if the answer contains one. */
export interface Failure {
  code: string;
  message?: string;
}

/** Describes a failure by its code; the message of the service, or the code, if the page has no text for it. */
export function describeFailure({ code, message }: Failure, t: Translate): string {
  const status = HTTP.exec(code)?.[1];
  if (status !== undefined) return `HTTP ${status}`;
  const key = `failures.${code}`;
  return t.has(key) ? t(key) : (message ?? code);
}
