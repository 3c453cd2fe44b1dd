import type { Dictionary } from './dictionary.ts';

const HTTP = /^http_(\d{3})$/;

/**
 * What went wrong, in plain words with its code behind them, such as `HTTP 503 (http_503)`.
 *
 * @param code of an error of a source, or of the service
 * @param message the service's own words, for codes without a text in the page's language
 */
export function describeFailure({ code, message }: { code: string; message?: string }, text: Dictionary): string {
  const http = HTTP.exec(code)?.[1];
  const words = http ? `HTTP ${http}` : ((text.failures as Record<string, string>)[code] ?? message);
  return words === undefined ? code : `${words} (${code})`;
}
