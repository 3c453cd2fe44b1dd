import * as z from 'zod/mini';
import { enginesParameter, keywordParameter, localeParameters } from '../parameters.ts';
import {
  BadValue,
  formatParameter,
  numberPattern,
  refreshParameter,
  textParameter,
  unlessInvalid,
  wholeNumberParameter,
} from '../../platform/http/parameters.ts';
import { cursorParameter } from '../../platform/http/paging.ts';
import { message } from '../../platform/http/message.ts';
import { type Sort, sorts } from '../choices.ts';

const MAX_WORDS = 20;
const WORDS = numberPattern(MAX_WORDS);
const WORD_COUNT = new RegExp(`^(?<min>${WORDS})(?:(?<open>\\+)|-(?<max>${WORDS}))?$`);
const MAX_LIMIT = 1_000;

const wordCount = textParameter(readWordCount, {
  description: `Number of words: one (3), a range (3-5, the smaller first) or at least so many (4+); 1 to ${MAX_WORDS}. Any where it is absent`,
  form: { type: 'string', pattern: `^${WORDS}(?:\\+|-${WORDS})?$` },
  examples: ['3-5'],
});

interface WordCount {
  /** As asked for; null: any. */
  text: string | null;
  min: number;
  max: number;
}

function readWordCount(text: string): WordCount {
  // A plus that is not percent-encoded arrives as a space.
  const typed = text.replace(/ $/, '+');
  const { min, max, open } = WORD_COUNT.exec(typed)?.groups ?? {};
  const bounds = { text: typed, min: Number(min), max: open ? Infinity : Number(max ?? min) };
  if (bounds.min <= bounds.max) return bounds;
  throw new BadValue(message`must be like 3, 3-5 or 4+, from ${{ min: 1 }} to ${{ max: MAX_WORDS }}`);
}

const sort = textParameter(readSort, {
  description:
    'Best score first, most searches first (unknown last), last seen first, fewest words first, or by the keyword itself',
  form: { type: 'string', enum: [...sorts], default: 'score' },
  examples: ['recent'],
});

function readSort(text: string): Sort {
  const known = sorts.find((each) => each === text);
  if (known) return known;
  throw new BadValue(message`must be one of ${{ known: sorts }}`);
}

/** Describes the parameter `domain`, which is checked where one is given. */
export const DOMAIN_DESCRIPTION =
  'A host name or URL: alone, the phrases of its home page; with q, those of them with all words of q join the others';

/**
 * Parameters of `/api/v1/seo/keywords`.
 *
 * @param domain the parameter of this name: checking names takes the list of public suffixes, which a request without a
 *   domain does not need
 */
export function keywordsParameters(domain: z.ZodMiniType<string, string>) {
  const shape = {
    q: z.optional(keywordParameter('Words that the keywords contain, in any order and any inflection')),
    domain: z.optional(domain),
    ...localeParameters,
    engine: enginesParameter('Keywords that at least one of these engines suggests'),
    word_count: z._default(wordCount, { text: null, min: 1, max: Infinity }),
    score_min: wholeNumberParameter({ name: 'Least score, not above score_max', min: 0, max: 100, default: 0 }),
    score_max: wholeNumberParameter({ name: 'Greatest score, not below score_min', min: 0, max: 100, default: 100 }),
    sort: z._default(sort, 'score'),
    cursor: cursorParameter(),
    limit: wholeNumberParameter({ name: 'Most keywords in the answer', min: 1, max: MAX_LIMIT, default: 50 }),
    refresh: refreshParameter('1 asks the engines, and crawls the domain, anew'),
    format: formatParameter(),
  };
  return z.object(shape).check(
    z.refine(({ q, domain }) => q !== undefined || domain !== undefined, {
      path: ['q'],
      error: 'is required, unless there is a domain',
      when: unlessInvalid('q', 'domain'),
    }),
    z.refine(({ score_min, score_max }) => score_min <= score_max, {
      path: ['score_min'],
      error: 'must not be greater than score_max',
      when: unlessInvalid('score_min', 'score_max'),
    }),
  );
}

export type KeywordsRequest = z.infer<ReturnType<typeof keywordsParameters>>;
