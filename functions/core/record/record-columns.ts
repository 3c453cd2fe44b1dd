import type { CsvCell } from '../platform/text/csv-text.ts';
import { ANY, type Fields, type Members, selectFields } from '../platform/http/fields.ts';
import { domainMembers, objectLists } from './members.computed.ts';

/** A column of a table of records. */
export interface RecordColumn {
  /** Dotted name of the member. */
  name: string;
  /** Whether its cells are JSON text: a list of objects, or an object whose names depend on its content. */
  isJson: boolean;
  /** @param data of an answer, parsed */
  cellOf: (data: unknown) => CsvCell;
}

/**
 * Returns the columns of a table of records, in the order of the members of `data`. A member that is an object becomes a
 * column for each of its members, at all levels.
 *
 * @param chosen `null`: all members except those that would be JSON text
 */
export function recordColumns(chosen: Fields | null): RecordColumn[] {
  const columns = columnsBelow([], domainMembers, chosen);
  return chosen ? columns : columns.filter(({ isJson }) => !isJson);
}

function columnsBelow(path: string[], members: Members, chosen: Fields | null): RecordColumn[] {
  return namesOf(members, chosen).flatMap((name) => {
    const below = members[Object.hasOwn(members, name) ? name : ANY]!;
    return columnsOf([...path, name], below, chosen?.get(name) ?? null);
  });
}

/** Returns the chosen names in the order of the members; names that depend on the content in the order of the choice. */
function namesOf(members: Members, chosen: Fields | null): string[] {
  const known = Object.keys(members).filter((name) => name !== ANY && (!chosen || chosen.has(name)));
  const others = ANY in members && chosen ? [...chosen.keys()].filter((name) => !known.includes(name)) : [];
  return [...known, ...others];
}

/** @param members of the member itself; `null`: it has none */
function columnsOf(path: string[], members: Members | null, chosen: Fields | null): RecordColumn[] {
  const name = path.join('.');
  const isJson = members !== null && (objectLists.includes(name) || (ANY in members && !chosen));
  if (members && !isJson) return columnsBelow(path, members, chosen);
  const select = (value: unknown) => (members && chosen ? selectFields(value, chosen, members) : value);
  return [{ name, isJson, cellOf: (data) => (isJson ? jsonCell : cellOf)(select(valueAt(path, data))) }];
}

function valueAt(path: string[], data: unknown): unknown {
  let value = data;
  for (const name of path) {
    const isThere = value !== null && typeof value === 'object' && Object.hasOwn(value, name);
    value = isThere ? (value as Record<string, unknown>)[name] : null;
  }
  return value;
}

function cellOf(value: unknown): CsvCell {
  if (Array.isArray(value)) return value.join('; ');
  if (typeof value === 'number' || typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : jsonCell(value);
}

function jsonCell(value: unknown): CsvCell {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
