import * as z from 'zod';
import { domainParameter } from '../shared/domain/domain-parameter.ts';
import { enginesParameter } from '../shared/keywords/engines-parameter.ts';
import { numberPattern } from '../shared/http/number-pattern.ts';
import type { ParameterForm } from '../shared/http/parameter-form.ts';
import { cursorParameter, refreshParameter, wholeNumberParameter } from '../shared/http/common-parameters.ts';
import { keywordParameter } from '../shared/keywords/keyword-parameter.ts';
import { localeParameters } from '../shared/keywords/locale-parameters.ts';
import { sorts } from '../shared/keywords/order.ts';

const MAX_WORDS = 20;
const WORDS = numberPattern(MAX_WORDS);
const WORD_COUNT = new RegExp(`^(?<min>${WORDS})(?:(?<open>\\+)|-(?<max>${WORDS}))?$`);
const wordCountForm: ParameterForm = { type: 'string', pattern: `^(?:${WORDS}(?:\\+|-${WORDS})?)?$` };
const MAX_LIMIT = 1_000;

const wordCount = z
  .string()
  .optional()
  .transform((text, context) => {
    if (!text) return { text: null, min: 1, max: Infinity };
    const { min, max, open } = WORD_COUNT.exec(text)?.groups ?? {};
    const bounds = { text, min: Number(min), max: open ? Infinity : Number(max ?? min) };
    if (bounds.min <= bounds.max) return bounds;
    context.addIssue({ code: 'custom', message: `must be like 3, 3-5 or 4+, from 1 to ${MAX_WORDS}` });
    return z.NEVER;
  })
  .meta({
    description: `Number of words: one (3), a range (3-5, the smaller first) or at least so many (4+); 1 to ${MAX_WORDS}. Any where it is absent or empty`,
    form: wordCountForm,
    examples: ['3-5'],
  });

/**
 * Parameters of `/api/v1/seo/keywords`.
 *
 * @param reachable hosts that are accepted although their names are reserved
 */
export function keywordsParameters(reachable: (host: string) => boolean) {
  return z
    .object({
      q: keywordParameter('Words that the keywords contain, in any order and any inflection').optional(),
      domain: domainParameter(reachable)
        .optional()
        .meta({
          description: 'Keywords of the home page of this domain alone; a host name or URL',
          examples: ['example.com'],
        }),
      ...localeParameters,
      engine: enginesParameter('Keywords that at least one of these engines suggests'),
      word_count: wordCount,
      score_min: wholeNumberParameter({ name: 'Least score, not above score_max', min: 0, max: 100, default: 0 }),
      score_max: wholeNumberParameter({ name: 'Greatest score, not below score_min', min: 0, max: 100, default: 100 }),
      sort: z
        .enum(sorts, { error: `must be one of ${sorts.join(', ')}` })
        .default('score')
        .meta({
          description:
            'Best score first, most searches first (unknown last), last seen first, fewest words first, or by the keyword itself',
          examples: ['recent'],
        }),
      cursor: cursorParameter(),
      limit: wholeNumberParameter({ name: 'Most keywords in the answer', min: 1, max: MAX_LIMIT, default: 50 }),
      refresh: refreshParameter('1 asks the engines, and crawls the domain, anew'),
    })
    .refine(({ q, domain }) => q !== undefined || domain !== undefined, {
      path: ['q'],
      error: 'is required, unless there is a domain',
      when: unlessInvalid('q', 'domain'),
    })
    .refine(({ score_min, score_max }) => score_min <= score_max, {
      path: ['score_min'],
      error: 'must not be greater than score_max',
      when: unlessInvalid('score_min', 'score_max'),
    });
}

/** A rule about two parameters is checked if both are valid, even if others are not. */
function unlessInvalid(...names: string[]) {
  return ({ issues }: z.core.ParsePayload) => !issues.some(({ path }) => names.includes(String(path?.[0])));
}

export type KeywordsRequest = z.infer<ReturnType<typeof keywordsParameters>>;
