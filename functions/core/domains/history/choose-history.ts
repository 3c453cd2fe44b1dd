import { type Fields, selectFields } from '../../platform/http/fields.ts';
import { historyMembers } from '../../record/members.computed.ts';
import type { HistoryAnswer } from './read-history.ts';

/** Members that are in each answer, chosen or not. */
const ALWAYS = ['domain', 'count', 'truncated', 'next_cursor'];

/** `data` of a history with chosen members, and those that are always there. */
export function chooseHistory(found: HistoryAnswer, chosen: Fields): unknown {
  const selected: Fields = new Map([...chosen, ...ALWAYS.map((name) => [name, null] as const)]);
  return selectFields(found, selected, historyMembers);
}
