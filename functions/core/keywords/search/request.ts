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
import { rule } from '../../platform/http/rules.ts';
import { type Sort, sorts } from '../choices.ts';

const MAX_WORDS = 20;
const WORDS = numberPattern(MAX_WORDS);
const WORD_COUNT = new RegExp(`^(?<min>${WORDS})(?:(?<open>\\+)|-(?<max>${WORDS}))?$`);
const MAX_LIMIT = 1_000;

const wordCount = textParameter(readWordCount, {
  description: `Number of words: exact (3), a range (3-5) or a minimum (4+), from 1 to ${MAX_WORDS}. Default: any`,
  form: { type: 'string', pattern: `^${WORDS}(?:\\+|-${WORDS})?$` },
  examples: ['3-5'],
});

interface WordCount {
  /** Text of the parameter; null: any. */
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
  throw new BadValue('word_count', { min: 1, max: MAX_WORDS });
}

const sort = textParameter(readSort, {
  description:
    'Sort order: best score first, most searches first (unknown last), last seen first, fewest words first, or alphabetical',
  form: { type: 'string', enum: [...sorts], default: 'score' },
  examples: ['recent'],
});

function readSort(text: string): Sort {
  const known = sorts.find((each) => each === text);
  if (known) return known;
  throw new BadValue('one_of', { known: sorts });
}

/** Description of the parameter `domain`. */
export const DOMAIN_DESCRIPTION =
  'A host name or URL. Without q: the phrases of its home page; with q: also the phrases of the home page that contain all words of q';

/**
 * Parameters of `/api/v1/seo/keywords`.
 *
 * @param domain the parameter `domain`: validating names loads the list of public suffixes, which a request without a
 *   domain does not need
 */
export function keywordsParameters(domain: z.ZodMiniType<string, string>) {
  const shape = {
    q: z.optional(keywordParameter('Words that the keywords contain, in any order and inflection')),
    domain: z.optional(domain),
    ...localeParameters,
    engine: enginesParameter('Only keywords that at least one of these engines suggests'),
    word_count: z._default(wordCount, { text: null, min: 1, max: Infinity }),
    score_min: wholeNumberParameter({
      name: 'Minimum score, not greater than score_max',
      min: 0,
      max: 100,
      default: 0,
    }),
    score_max: wholeNumberParameter({ name: 'Maximum score, not less than score_min', min: 0, max: 100, default: 100 }),
    sort: z._default(sort, 'score'),
    cursor: cursorParameter(),
    limit: wholeNumberParameter({
      name: 'Maximum number of keywords in the response',
      min: 1,
      max: MAX_LIMIT,
      default: 50,
    }),
    refresh: refreshParameter('1: request the engines, and fetch the home page of the domain, again'),
    format: formatParameter(),
  };
  return z.object(shape).check(
    z.refine(({ q, domain }) => q !== undefined || domain !== undefined, {
      path: ['q'],
      ...rule('required_unless_domain'),
      when: unlessInvalid('q', 'domain'),
    }),
    z.refine(({ score_min, score_max }) => score_min <= score_max, {
      path: ['score_min'],
      ...rule('min_score_above_max'),
      when: unlessInvalid('score_min', 'score_max'),
    }),
  );
}

export type KeywordsRequest = z.infer<ReturnType<typeof keywordsParameters>>;
