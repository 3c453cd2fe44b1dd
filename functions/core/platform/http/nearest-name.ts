import { closestMatch } from 'leven';
import { asMessage, message, type Message } from './message.ts';

/** Longest name that is compared with others. */
const LONGEST = 100;

/**
 * What is wrong with a name that is none of the known ones: the message names the nearest of them, or all where none is
 * near.
 *
 * @param kind what the names are of, such as `parameter`
 */
export function unknownName(name: string, known: string[], kind: string): Message {
  if (known.length === 0) return asMessage(`is no ${kind} here; there are none`);
  const maxDistance = Math.max(1, Math.floor(name.length / 2));
  const nearest = name.length > LONGEST ? undefined : closestMatch(name.toLowerCase(), known, { maxDistance });
  const { text, params } =
    nearest === undefined ? message`there are ${{ known }}` : message`did you mean ${{ nearest }}?`;
  return { text: `is no ${kind} here; ${text}`, params };
}
