import type { EngineId, Locale } from '../keywords/engine-id.ts';
import type { BaseUrlSetting } from '../providers/settings.ts';

/** A search engine's autocomplete. None of them is a supported interface: each can fail or go at any time. */
export interface Engine {
  id: EngineId;
  /** Setting that leads to it somewhere else. */
  setting: Extract<BaseUrlSetting, `${string}_SUGGEST_URL`>;
  /** Scheme and host. */
  baseUrl: string;
  /** Media types that its answers come with, lower case; with any other, something else has answered. */
  contentTypes: readonly string[];
  /** Encoding of its answers, where these never say. */
  charset?: string;
  /** @returns path and query that ask for suggestions */
  urlPath(query: string, locale: Locale): string;
  /**
   * Takes an answer's text apart, where that is neither JSON nor a callback around it.
   *
   * @throws where the text is nothing of that kind
   */
  parse?: (text: string) => unknown;
  /** @returns the suggestions in the engine's order, as it writes them; null where it documents no such form */
  read(value: unknown): string[] | null;
}

const SCRIPT_TYPES = ['text/javascript', 'application/javascript', 'application/x-javascript'];
const JSON_TYPES = ['application/json', 'text/json', 'application/x-suggestions+json'];

/** Engines call the same answer a script or JSON, depending on host and parameters. */
export const dataTypes: readonly string[] = [...SCRIPT_TYPES, ...JSON_TYPES];

/** @returns path and query; what has no place in a URL is escaped, in UTF-8 */
export function pathWith(path: string, parameters: Record<string, string>): string {
  return `${path}?${new URLSearchParams(parameters).toString()}`;
}
