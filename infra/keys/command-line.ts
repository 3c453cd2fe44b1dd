import { parseArgs } from 'node:util';

const DEFAULT_PORT = '3000';

/** The argument of each action. */
const SUBJECTS = {
  create: 'name',
  list: null,
  disable: 'id',
  enable: 'id',
  move: 'id',
  delete: 'id',
  usage: 'id',
} as const;

export type Action = keyof typeof SUBJECTS;

export interface Command {
  action: Action;
  /** Name or id; empty for `list`. */
  subject: string;
  plan: string | undefined;
  note: string | undefined;
  from: string | undefined;
  to: string | undefined;
  /** Port of the runner; `null`: AWS. */
  localPort: number | null;
  stack: string | undefined;
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
  const { plan, note, from, to, stack, local, json = false } = values;
  return { action, subject, plan, note, from, to, localPort: portOf(local), stack, json };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const options = { plan: text, note: text, from: text, to: text, local: text, stack: text } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...options, json: { type: 'boolean' } } });
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
