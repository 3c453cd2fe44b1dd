import type { APIGatewayProxyResult } from 'aws-lambda';
import { requestId } from '../core/platform/http/envelope.ts';
import type { Journal, JournalEntry } from '../core/operations/journal.ts';
import { callerOf } from './caller.ts';
import type { Answer, Call, Route } from './router.ts';

export interface JournalingServices {
  journal: Pick<Journal, 'begin' | 'end'>;
  now: () => number;
}

/**
 * Does what an operator asked for, and has it in the journal: that it is about to be done, and what came of it. What cannot
 * be noted is not done.
 *
 * @throws as the route
 */
export async function journaled<Services>(
  call: Call,
  { method, pattern, handle }: Route<Services>,
  services: Services & JournalingServices,
): Promise<Answer | APIGatewayProxyResult> {
  const { event, params } = call;
  const id = `${new Date(services.now()).toISOString()}#${requestId(event)}`;
  const about = Object.values(params)[0] ?? null;
  await services.journal.begin({ id, operator: callerOf(event).name, action: `${method} ${pattern}`, about });
  try {
    const answer = await handle(call, services);
    await end({ id, about: about ?? madeBy(answer), outcome: 'done' }, services);
    return answer;
  } catch (error) {
    const { code, name } = error as { code?: unknown; name: string };
    await end({ id, about, outcome: typeof code === 'string' ? code : name }, services);
    throw error;
  }
}

/** What was done is not undone where it cannot be noted: the entry says then that this is not known. */
async function end(entry: Pick<JournalEntry, 'id' | 'about' | 'outcome'>, { journal }: JournalingServices) {
  await journal.end(entry).catch((error: unknown) => {
    const warning = { level: 'WARN', message: 'end not noted in the journal', error: (error as Error).name };
    console.warn(JSON.stringify(warning));
  });
}

/** @returns the id of what was made: a key, or a batch */
function madeBy(answer: Answer | APIGatewayProxyResult): string | null {
  if (!('data' in answer)) return null;
  const { id, batch_id } = answer.data as { id?: unknown; batch_id?: unknown };
  return [id, batch_id].find((made) => typeof made === 'string') ?? null;
}
