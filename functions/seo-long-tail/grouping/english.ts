import { wordsOf } from '../../shared/keywords/words.ts';
import type { Grouped, Surroundings } from './surroundings.ts';
import type { GroupId } from './groups.ts';

/** Words and short phrases; if one is a prefix of another, the longer comes first. */
const anyOf = (list: string) => new RegExp(`(?<= )(?:${list})(?= )`);

const COMPARISON = anyOf('vs|versus|compared|comparison|differences?|alternatives?|compare');
const COMPARED_WITH = /^(?:or|and|like)$/;
const QUESTION = anyOf('what|how (?:much|many|long|often|far|old)|how(?! to )|why');
const OPENING_QUESTION = /^ (what|why|when|where|which|who|whose|can|are|will|is|does|do|did|should|was|has) /;

/** Groups with words that count anywhere around the seed, by priority. */
const BY_WORD: [GroupId, RegExp][] = [
  [
    'commercial',
    anyOf(
      'near me|near you|for sale|prices?|pricing|costs?|cheap(?:er|est)?|affordable|free|buy(?:ing)?|purchase|order|sale|deals?|discounts?|coupons?|quotes?|store|shop|hire|rent(?:al)?',
    ),
  ],
  [
    'recommendations',
    anyOf('best|top|reviews?|ratings?|rated|ranking|recommended|recommendations?|reddit|brands?|worth it'),
  ],
  [
    'how_to',
    anyOf(
      'how to|for beginners|step by step|tutorials?|guides?|tips|tricks|examples?|templates?|courses?|training|checklist|diy|pdf|learn|explained',
    ),
  ],
  [
    'problems',
    anyOf(
      "not working|side effects|problems?|issues?|errors?|fix(?:es)?|broken|fail(?:s|ed|ure|ures|ing)?|mistakes?|risks?|disadvantages|cons|drawbacks|scams?|bugs?|troubleshooting|won't|can't|doesn't",
    ),
  ],
  [
    'prepositions',
    anyOf(
      'for|with|without|to|near|in|on|at|from|by|of|about|under|after|before|during|between|into|over|through|until|is|can',
    ),
  ],
];

/** @returns the first group with a word in the surroundings of an English seed; null if there is none */
export function englishGroup(rest: Surroundings): Grouped | null {
  const before = wordsOf(rest.before);
  const after = wordsOf(rest.after);
  const text = ` ${[...before, '|', ...after].join(' ')} `;
  const opening = OPENING_QUESTION.exec(text)?.[1];
  const comparison = COMPARISON.exec(text)?.[0] ?? (opening ? undefined : adjacentComparison(before, after));
  if (comparison) return { group: 'comparisons', modifier: comparison };
  const question = opening ?? QUESTION.exec(text)?.[0];
  if (question) return { group: 'questions', modifier: question };
  for (const [group, pattern] of BY_WORD) {
    const word = pattern.exec(text)?.[0];
    if (word) return { group, modifier: word };
  }
  return null;
}

/** These words compare only directly before or after the seed: "a or b", not "b for you and me". */
function adjacentComparison(before: string[], after: string[]): string | undefined {
  return [before.at(-1), after[0]].find((word) => word !== undefined && COMPARED_WITH.test(word));
}
