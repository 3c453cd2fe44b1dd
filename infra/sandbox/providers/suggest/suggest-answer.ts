import type { StandInAnswer } from '../stand-in.ts';

/** An answer that may hold suggestions. */
export interface SuggestAnswer extends StandInAnswer {
  /** As the answer writes them, in its order, without addresses; for the log of what was asked. */
  phrases?: string[];
}

/** A suggestion answer with status 200. */
export function suggesting(phrases: string[], contentType: string, body: string | Buffer): SuggestAnswer {
  return { status: 200, headers: { 'Content-Type': contentType }, body, phrases };
}
