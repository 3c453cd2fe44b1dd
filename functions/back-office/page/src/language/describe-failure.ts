import type { Dictionary } from './dictionary.ts';

const HTTP = /^http_(\d{3})$/;

/** An error of a source or of the service: its code, and its message where that is known. */
export interface Failure {
  code: string;
  message?: string;
}

/** What went wrong, in plain words with the code behind them, such as `HTTP 503 (http_503)`. */
export function describeFailure(failure: Failure, text: Dictionary): string {
  const words = failureWords(failure, text);
  return words === failure.code ? words : `${words} (${failure.code})`;
}

/** The same without the code; the service's own message, or the code, where the page has no words for it. */
export function failureWords({ code, message }: Failure, text: Dictionary): string {
  const http = HTTP.exec(code)?.[1];
  return http ? `HTTP ${http}` : ((text.failures as Record<string, string>)[code] ?? message ?? code);
}
