import type { StandInAnswer } from '../stand-in.ts';

/** A response that may contain suggestions. */
export interface SuggestAnswer extends StandInAnswer {
  /** The suggestions in the spelling and order of the response, without URLs; for the log of requests. */
  phrases?: string[];
}

/** A suggestion answer with status 200. */
export function suggesting(phrases: string[], contentType: string, body: string | Buffer): SuggestAnswer {
  return { status: 200, headers: { 'Content-Type': contentType }, body, phrases };
}
