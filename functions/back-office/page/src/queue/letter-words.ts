import type { DeadLetter } from '../../../contract.ts';
import { describeFailure } from '../language/describe-failure.ts';
import type { Dictionary } from '../language/dictionary.ts';
import type { OperationsDictionary } from '../language/operations/operations-dictionary.ts';

/** What the work of a letter was; the name in the message where the page has no words for it. */
export function taskOf({ task }: Pick<DeadLetter, 'task'>, { tasks, no_task }: OperationsDictionary): string {
  if (task === null) return no_task;
  return (tasks as Record<string, string>)[task] ?? task;
}

/** Why it failed, in words; the code where the page has none for it. */
export function whyOf({ why }: Pick<DeadLetter, 'why'>, operations: OperationsDictionary, text: Dictionary): string {
  if (why === null) return operations.no_reason;
  return (operations.reasons as Record<string, string>)[why] ?? describeFailure({ code: why }, text);
}
