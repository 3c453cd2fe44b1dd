import { fetchOnce } from '../record/fetch-once.ts';
import type { FetchLeases } from '../storage/fetch-lease.ts';
import type { WorkQueue } from '../storage/work-queue.ts';
import { askQuestions, type QuestionServices } from './ask-questions.ts';
import type { SuggestionRequest } from './find-suggestions.ts';
import { isAnswered, type Outcome } from './questions.ts';

/** What API Gateway waits is 29 s; the answer has to be on its way before. */
const WAIT_MS = 26_000;

export interface AskOnceServices extends QuestionServices {
  leases: FetchLeases;
  queue: WorkQueue;
}

/**
 * Asks questions once, however many callers want them answered, and has the index learn what the answers hold.
 *
 * @param budgetMs time for the asking
 * @returns what came of them; nothing where another caller has asked them meanwhile
 */
export async function askOnce(
  { name, questions, locale }: SuggestionRequest,
  budgetMs: number,
  services: AskOnceServices,
): Promise<Outcome[]> {
  const { leases, suggestions, now } = services;
  const asked = now();
  const queries = [...new Set(questions.map(({ query }) => query))];

  /** Where another caller has got answers, those that it has not got are failures that this one would meet as well. */
  async function isAskedMeanwhile(): Promise<boolean> {
    const stored = await suggestions.read(queries, locale);
    return questions.some(({ id, query }) => Date.parse(stored.get(query)?.[id]?.at ?? '') >= asked);
  }

  return fetchOnce<Outcome[]>({
    name,
    leases,
    now,
    deadline: asked + WAIT_MS,
    readFresh: async (hasEnded) => (hasEnded && (await isAskedMeanwhile()) ? [] : null),
    fetch: async () => {
      const outcomes = await askQuestions(questions, locale, budgetMs, services);
      const answered = outcomes.filter(isAnswered).map(({ query }) => query);
      if (answered.length > 0) await haveLearned([...new Set(answered)], locale, services.queue);
      return outcomes;
    },
  });
}

/** The caller's answer does not depend on it: it is made of the answers themselves as well. */
async function haveLearned(queries: string[], locale: SuggestionRequest['locale'], queue: WorkQueue): Promise<void> {
  try {
    await queue.send({ task: 'learn-suggestions', queries, locale });
  } catch (error) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'keywords not learned', error: (error as Error).name }));
  }
}
