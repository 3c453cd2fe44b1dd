import type { DeadLetter } from '../../../contract.ts';
import { failureWords } from '../language/describe-failure.ts';
import type { Dictionary } from '../language/dictionary.ts';
import type { OperationsDictionary } from '../language/operations/operations-dictionary.ts';

/** What the work of a letter was; the name in the message where the page has no words for it. */
export function taskOf({ task }: Pick<DeadLetter, 'task'>, { tasks, no_task }: OperationsDictionary): string {
  if (task === null) return no_task;
  return (tasks as Record<string, string>)[task] ?? task;
}

/** Why it failed, in words with the code behind them. */
export function whyOf({ why }: Pick<DeadLetter, 'why'>, operations: OperationsDictionary, text: Dictionary): string {
  if (why === null) return operations.no_reason;
  const words = (operations.reasons as Record<string, string>)[why] ?? failureWords({ code: why }, text);
  return words === why ? why : `${words} (${why})`;
}
