import type { DeadLetter, NamedLetter, QueueState, RetryAll } from '../../../functions/back-office/contract.ts';
import { Refusal } from './fake-back-office-refusal.ts';

const PAGE_SIZE = 25;
const AT_A_TIME = 20;

/** Fake failed jobs in memory, as many as the state of the queue contains. */
export function createFakeLetters(queue: QueueState) {
  let letters = sampleLetters();
  const count = () => (queue.dead_letters = letters.length);
  count();

  function take(id: string) {
    if (!letters.some((letter) => letter.id === id)) throw new Refusal(404, 'not_found', 'There is no such letter');
    letters = letters.filter((letter) => letter.id !== id);
    count();
  }
  return {
    list(query: URLSearchParams) {
      const start = letters.findIndex(({ id }) => id === query.get('after')) + 1;
      const page = letters.slice(start, start + PAGE_SIZE);
      return { letters: page, next: letters.length > start + PAGE_SIZE ? page.at(-1)!.id : null };
    },
    retry({ id }: NamedLetter) {
      take(id);
      queue.waiting += 1;
      return {};
    },
    drop({ id }: NamedLetter) {
      take(id);
      return {};
    },
    retryAll(body: RetryAll | null) {
      const moved = letters.splice(-AT_A_TIME).length;
      queue.waiting += moved;
      count();
      return { moved, next: letters.length > 0 ? (body?.before ?? new Date().toISOString()) : null };
    },
  };
}

function sampleLetters(): DeadLetter[] {
  const made = (minutes: number, letter: Partial<DeadLetter>): DeadLetter => {
    const sent_at = new Date(Date.now() - minutes * 60_000).toISOString();
    const id = `${sent_at}#m${minutes}`;
    return { id, queue: 'work', task: 'snapshot', domain: null, why: null, sent_at, given_up_at: sent_at, ...letter };
  };
  return [
    made(5, { domain: 'shop.example', why: 'domain_busy' }),
    made(6, { domain: 'failing.example', task: 'refresh' }),
    made(7, { queue: 'learning', task: null, why: 'SyntaxError' }),
    made(8, { task: 'of-a-later-version', domain: 'later.example', why: 'later_code' }),
    ...Array.from({ length: 26 }, (_, index) => made(60 + index, { domain: `many-${index}.example`, why: 'timeout' })),
  ];
}
