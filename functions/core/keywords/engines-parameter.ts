import * as z from 'zod/mini';
import { message } from '../platform/http/message.ts';
import { BadValue, textParameter } from '../platform/http/parameters.ts';
import { type EngineId, engineIds } from './engine-id.ts';

const ID = `(?:${engineIds.join('|')})`;

/**
 * One or several engines, separated by commas. Read as a list in the order of `engineIds`; empty where the
 * parameter is absent.
 *
 * @param meaning first words of the description
 */
export function enginesParameter(meaning: string) {
  const parameter = textParameter(readEngines, {
    description: `${meaning}: one or several of ${engineIds.join(', ')}, separated by commas. All engines where it is absent`,
    form: { type: 'string', pattern: `^${ID}(?:,${ID})*$` },
    examples: ['google,bing'],
  });
  return z._default(parameter, []);
}

function readEngines(text: string): EngineId[] {
  const given = text.split(',').map((id) => id.trim());
  if (!given.every((id) => engineIds.some((known) => known === id))) {
    throw new BadValue(message`must be of ${{ known: engineIds }}, separated by commas`);
  }
  return engineIds.filter((id) => given.includes(id));
}
