import { parseArgs } from 'node:util';
import { MAX_PER_DAY } from '../../functions/core/accounts/key-tags.ts';
import { runTool, UsageError } from './command-line.ts';
import { type Action, type Command, perform, SUBJECTS } from './key-commands.ts';
import { dataDir, explainError, portOf, withPort } from './place.ts';

const usage = `npm run keys -- create <name> --plan basic [--note <text>]   its value is shown once
          --owner <owner>                                    another key of this owner
          --expires <time>                                   disabled at this time, such as 2027-01-31T00:00:00Z
npm run keys -- list
npm run keys -- disable <id>
npm run keys -- enable <id>
npm run keys -- move <id> --plan pro                         its usage starts again at 0
npm run keys -- rotate <id> [--overlap <hours>]              a new value for the same owner; the old one is disabled
          --disable                                          after these hours, or at once
npm run keys -- allow <owner> [--domains <n>] [--pages <n>]  daily limits of all keys of the owner; plan: the plan's
npm run keys -- delete <id>
npm run keys -- usage <id> [--from <date>] [--to <date>]     default: the current month

--local [port]    the runner on this machine, not AWS, with the credentials in LOCAL_DATA_DIR (.local)
--settings <file> settings of the stack in AWS; default: settings.json
--stack <name>    name of the stack in AWS; default: that of the settings
--json            output as JSON`;

/** @throws {UsageError} */
function commandLine(args: string[]): Command {
  const { values, positionals } = parse(withPort(args));
  const [action = '', subject = '', ...more] = positionals;
  if (!isAction(action)) throw new UsageError(action ? `unknown action: ${action}` : 'an action is required');
  const argument = SUBJECTS[action];
  if (argument && !subject) throw new UsageError(`${action} requires an argument: ${argument}`);
  if (more.length > 0 || (!argument && subject)) {
    throw new UsageError(`${action}: unexpected argument ${more[0] ?? subject}`);
  }
  if ((action === 'create' || action === 'move') && !values.plan) throw new UsageError(`${action} requires --plan`);
  const allowances = { domainsPerDay: perDay('domains', values.domains), pagesPerDay: perDay('pages', values.pages) };
  if (action === 'allow' && (values.domains ?? values.pages) === undefined) {
    throw new UsageError('allow requires --domains or --pages');
  }
  const { domains: _, pages: __, local, json = false, disable = false, overlap, expires, ...texts } = values;
  const ends = { overlap: hoursIn(overlap), ...(expires !== undefined && { expires: timeIn(expires) }) };
  return { action, subject, ...texts, disable, ...ends, allowances, localPort: portOf(local), json };
}

/** @returns `null`: the plan's limit applies */
function perDay(name: string, text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'plan') return null;
  if (!/^\d+$/.test(text) || Number(text) > MAX_PER_DAY) {
    throw new UsageError(`--${name}: must be a whole number up to ${MAX_PER_DAY}, or plan`);
  }
  return Number(text);
}

function hoursIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new UsageError('--overlap: must be a number of hours from 1 to 99999');
  return Number(text);
}

function timeIn(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time) || time <= Date.now())
    throw new UsageError('--expires: must be a time in the future, such as 2027-01-31T00:00:00Z');
  return new Date(time).toISOString();
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    plan: text,
    note: text,
    owner: text,
    domains: text,
    pages: text,
    expires: text,
    overlap: text,
    from: text,
    to: text,
    local: text,
    settings: text,
    stack: text,
    disable: flag,
    json: flag,
  };
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

const isAction = (text: string): text is Action => Object.hasOwn(SUBJECTS, text);

async function main() {
  const command = commandLine(process.argv.slice(2));
  const { output, note, isComplete } = await perform(command, dataDir(), Date.now());
  console.log(output);
  if (note) console.error(note);
  if (!isComplete) process.exitCode = 1;
}

/** `npm run keys -- …`: manages the API keys from a terminal. */
await runTool(main, usage, explainError);
