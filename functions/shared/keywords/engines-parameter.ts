import * as z from 'zod';
import type { ParameterForm } from '../http/parameter-form.ts';
import { type EngineId, engineIds } from './engine-id.ts';

const ID = `(?:${engineIds.join('|')})`;
const form: ParameterForm = { type: 'string', pattern: `^(?:${ID}(?:,${ID})*)?$` };

/**
 * One or several engines, separated by commas, each once. Read as a list in the order of `engineIds`; empty where the
 * parameter is absent or empty.
 *
 * @param meaning first words of the description
 */
export function enginesParameter(meaning: string) {
  return z
    .string()
    .optional()
    .transform((text, context): EngineId[] => {
      const given = text ? text.split(',').map((id) => id.trim()) : [];
      const unknown = given.filter((id) => !engineIds.some((known) => known === id));
      if (unknown.length === 0 && new Set(given).size === given.length) {
        return engineIds.filter((id) => given.includes(id));
      }
      const message =
        unknown.length > 0 ? `must be of ${engineIds.join(', ')}, separated by commas` : 'must name each engine once';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({
      description: `${meaning}: one or several of ${engineIds.join(', ')}, separated by commas. All engines where it is absent or empty`,
      form,
      examples: ['google,bing'],
    });
}
