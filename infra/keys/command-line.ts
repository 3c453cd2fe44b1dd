import { parseArgs } from 'node:util';
import { type AllowanceEdit, MOST_PER_DAY } from '../../functions/core/accounts/key-tags.ts';

const DEFAULT_PORT = '3000';

/** The argument of each action. */
const SUBJECTS = {
  create: 'name',
  list: null,
  disable: 'id',
  enable: 'id',
  move: 'id',
  rotate: 'id',
  allow: 'owner',
  delete: 'id',
  usage: 'id',
} as const;

export type Action = keyof typeof SUBJECTS;

export interface Command {
  action: Action;
  /** Name, id or owner; empty for `list`. */
  subject: string;
  plan?: string;
  note?: string;
  owner?: string;
  /** Of `create`: ISO 8601 time in UTC. */
  expires?: string;
  /** Of `rotate`: whether the old key is disabled at once, or after so many hours. */
  disable: boolean;
  overlap?: number | undefined;
  allowances: AllowanceEdit;
  from?: string;
  to?: string;
  /** Port of the runner; `null`: AWS. */
  localPort: number | null;
  stack?: string | undefined;
  json: boolean;
}

/** Thrown when the command line is invalid; the message says why. */
export class UsageError extends Error {
  readonly code = 'usage';
}

/** @throws {UsageError} */
export function commandLine(args: string[]): Command {
  const { values, positionals } = parse(withPort(args));
  const [action = '', subject = '', ...more] = positionals;
  if (!isAction(action)) throw new UsageError(action ? `There is no ${action}` : 'What is to be done?');
  const wanted = SUBJECTS[action];
  if (wanted && !subject) throw new UsageError(`${action} takes a ${wanted}`);
  if (more.length > 0 || (!wanted && subject)) throw new UsageError(`${action} takes no ${more[0] ?? subject}`);
  if ((action === 'create' || action === 'move') && !values.plan) throw new UsageError(`${action} takes a --plan`);
  const allowances = { domainsPerDay: perDay('domains', values.domains), pagesPerDay: perDay('pages', values.pages) };
  if (action === 'allow' && (values.domains ?? values.pages) === undefined) {
    throw new UsageError('allow takes --domains or --pages');
  }
  const { domains: _, pages: __, local, json = false, disable = false, overlap, expires, ...texts } = values;
  const ends = { overlap: hoursIn(overlap), ...(expires !== undefined && { expires: timeIn(expires) }) };
  return { action, subject, ...texts, disable, ...ends, allowances, localPort: portOf(local), json };
}

/** @returns `null`: the plan's limit holds */
function perDay(name: string, text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'plan') return null;
  if (!/^\d+$/.test(text) || Number(text) > MOST_PER_DAY) {
    throw new UsageError(`--${name} takes a whole number up to ${MOST_PER_DAY}, or plan`);
  }
  return Number(text);
}

function hoursIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new UsageError('--overlap takes a number of hours');
  return Number(text);
}

function timeIn(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time) || time <= Date.now()) throw new UsageError('--expires takes a time in the future');
  return new Date(time).toISOString();
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    ...{ plan: text, note: text, owner: text, domains: text, pages: text },
    ...{ expires: text, overlap: text, from: text, to: text, local: text, stack: text, disable: flag, json: flag },
  };
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Without a port, `--local` means the runner's default. Ids of keys are longer than ports. */
function withPort(args: string[]): string[] {
  const at = args.indexOf('--local');
  if (at < 0 || /^\d{1,5}$/.test(args[at + 1] ?? '')) return args;
  return args.toSpliced(at + 1, 0, process.env.PORT || DEFAULT_PORT);
}

function portOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new UsageError('--local takes a port');
  return port;
}

const isAction = (text: string): text is Action => Object.hasOwn(SUBJECTS, text);
