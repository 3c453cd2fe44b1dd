import type { DeadLetter } from '../../../contract.ts';
import { describeFailure, type Translate } from '../language/messages.ts';

/** The kind of a failed job; the name in the message where the page has no words for it. */
export function taskOf({ task }: Pick<DeadLetter, 'task'>, t: Translate): string {
  if (task === null) return t('operations.no_task');
  const key = `operations.tasks.${task}`;
  return t.has(key) ? t(key) : task;
}

/** Why it failed, in words; the code where the page has none for it. */
export function reasonOf({ why }: Pick<DeadLetter, 'why'>, t: Translate): string {
  if (why === null) return t('operations.no_reason');
  const key = `operations.reasons.${why}`;
  return t.has(key) ? t(key) : describeFailure({ code: why }, t);
}
