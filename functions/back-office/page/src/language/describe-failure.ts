import type { Dictionary } from './dictionary.ts';

const HTTP = /^http_(\d{3})$/;

/** An error of a source or of the service: its code, and its message where that is known. */
export interface Failure {
  code: string;
  message?: string;
}

/** What went wrong, in plain words; the service's own message, or the code, where the page has no words for it. */
export function describeFailure({ code, message }: Failure, text: Dictionary): string {
  const http = HTTP.exec(code)?.[1];
  return http ? `HTTP ${http}` : ((text.failures as Record<string, string>)[code] ?? message ?? code);
}
