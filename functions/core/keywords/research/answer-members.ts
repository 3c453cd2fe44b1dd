/**
 * Members that the answers of `/api/v1/seo/keywords` and `/api/v1/seo/long-tail` share. Like all schemas of answers they
 * are loaded by none of the functions; the conventions are those of the record's schema.
 */
import { z } from 'zod';
import { engineIds } from '../choices.ts';

export const count = z.int().nonnegative();
export const score = z.int().min(0).max(100);
export const engine = z.enum(engineIds);

export const figures = {
  search_volume: count.nullable().describe('Searches a month; null without a provider that knows it'),
  keyword_difficulty: z.number().min(0).max(100).nullable().describe('As the provider measures it; null without one'),
};

export const measures = {
  score: score.describe('How much engines suggest the keyword; how it is made stands in the guide'),
  word_count: count.describe('Words, by the segmentation of Unicode'),
  char_count: count.describe('Code points'),
};
