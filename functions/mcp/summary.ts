import { countOf } from './tool.ts';
import { truncate } from '../core/platform/text/text.ts';
import { isTime, quoted } from './answer-text.ts';

/** Length limit of the text of an answer. Clients that do not read structured content answer from it. */
export const MAX_TEXT_LENGTH = 1_500;
/** Length limit of the values of one member, so that each member has some. */
const MAX_MEMBER_LENGTH = 260;
/** Length limit of one value. */
const MAX_VALUE_LENGTH = 120;

/** Returns a text of a first sentence, as many lines as the limit allows, and a last sentence. */
export function withLines(front: string, lines: readonly string[], end = ''): string {
  const after = end === '' ? '' : `\n${end}`;
  let text = front;
  for (const line of lines) {
    if (text.length + line.length + after.length + 1 > MAX_TEXT_LENGTH) break;
    text += `\n${line}`;
  }
  return lines.length > 0 ? text + after : [front, end].filter(Boolean).join(' ');
}

/** Returns texts of other parties, as many as the limit allows and at least one, marked as a whole. */
export function quotedList(texts: readonly string[], maxLength: number): string {
  let marked = '';
  for (let count = 1; count <= texts.length; count += 1) {
    const longer = JSON.stringify(quoted(texts.slice(0, count).join(', ')));
    if (count > 1 && longer.length > maxLength) break;
    marked = longer;
  }
  return marked;
}

/** The members of an audit that its sentence contains. */
interface Scored {
  seo_score?: number | null;
  audit?: { failed?: number; audits?: { id: string; status?: string }[] } | null;
}

/** Returns a sentence with the score of an audit and the ids of failed audits; empty if the score was not requested. */
export function scoreFacts({ seo_score: score, audit }: Scored): string {
  if (score === undefined) return '';
  if (score === null) return 'no SEO score; sources contains the reason.';
  const ids = (audit?.audits ?? []).flatMap(({ id, status }) => (status === 'fail' ? [id] : []));
  const failed = audit?.failed === undefined ? '' : `, ${countOf(audit.failed, 'audit')} failed`;
  return `SEO score ${score} of 100${failed}${ids.length > 0 ? `: ${ids.join(', ')}` : ''}.`;
}

/** Returns the members of an answer except those with these names. */
export function withoutMembers(answer: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !names.includes(name)));
}

/** Returns a line for each member with its known values. All texts in it count as untrusted. */
export function memberLines(members: object): string[] {
  return Object.entries(members).flatMap(([name, value]: [string, unknown]) => {
    if (value === undefined) return [];
    if (typeof value === 'string' ? isTime(value) : typeof value !== 'object' || value === null)
      return [`${name}: ${value as string | number | boolean | null}`];
    const texts = valuesIn(value, '');
    return texts.length > 0 ? [`${name}: ${quotedList(texts, MAX_MEMBER_LENGTH)}`] : [];
  });
}

type Scalar = string | number | boolean;

/** Returns the known values with the dotted paths of their members. */
function valuesIn(value: unknown, path: string): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [[path, textOf(value as Scalar)].filter(Boolean).join(' ')];
  if (Array.isArray(value)) {
    const rows = value.map((row) => valuesOfRow(row)).filter(Boolean);
    return rows.map((row, index) => (index === 0 && path !== '' ? `${path} ${row}` : row));
  }
  const prefix = path === '' ? '' : `${path}.`;
  return Object.entries(value).flatMap(([name, each]) => valuesIn(each, prefix + name));
}

function valuesOfRow(row: unknown): string {
  if (row === null || typeof row !== 'object') return textOf(row as Scalar);
  return textOf(
    Object.values(row)
      .filter((each) => each !== null && typeof each !== 'object')
      .join(' '),
  );
}

const textOf = (value: Scalar) => truncate(String(value), MAX_VALUE_LENGTH);
