import * as z from 'zod/mini';
import { formatParameter, refreshParameter, wholeNumberParameter } from '../../platform/http/common-parameters.ts';
import { keywordParameter } from '../keyword-parameter.ts';
import { localeParameters } from '../locale-parameters.ts';

const MAX_LIMIT = 1_000;

/** Parameters of `/api/v1/seo/long-tail`. */
export const longTailParameters = z.object({
  keyword: keywordParameter('Seed keyword'),
  ...localeParameters,
  limit: wholeNumberParameter({ name: 'Most keywords in the answer', min: 1, max: MAX_LIMIT, default: 100 }),
  refresh: refreshParameter('1 asks the engines anew'),
  format: formatParameter(),
});

export type LongTailRequest = z.infer<typeof longTailParameters>;
