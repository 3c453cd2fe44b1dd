import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import { explainAwsError } from './command-line.ts';
import { deployedResources, type ReadingAccount, StackMissing, type toolClient } from './deployed-stack.ts';
import type { PlanAllowances } from '../../functions/core/accounts/plans.ts';
import {
  type DeploymentSettings,
  InvalidSettings,
  planAllowances,
  type PlanSettings,
  settingNames,
  settingsParameter,
  storedSettings,
} from '../settings.ts';

/** Members of settings that are objects are compared and named one by one, such as `basicPlan.burst`. */
type FlatSettings = Record<string, unknown>;

/** A setting whose value differs from that of the deployed stack. */
export interface SettingChange {
  name: string;
  /** `null`: not set. */
  from: unknown;
  to: unknown;
}

/**
 * Compares settings with those of a deployed stack. A setting that the deployed version did not know is no change.
 *
 * @param stored as {@link storedSettings} returns them
 */
export function changesFrom(stored: string, settings: DeploymentSettings): SettingChange[] {
  const before = flat(JSON.parse(stored) as Record<string, unknown>);
  const now = flat(JSON.parse(storedSettings(settings)) as Record<string, unknown>);
  return Object.entries(now)
    .filter(([name, value]) => name in before && before[name] !== value)
    .map(([name, value]) => ({ name, from: before[name], to: value }));
}

function flat(settings: Record<string, unknown>): FlatSettings {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).map(([member, each]) => [`${name}.${member}`, each as unknown])
        : [[name, value]],
    ),
  );
}

/**
 * Reads the changes that an operator confirms (`accept`): names of settings, or of their members, separated by commas, or
 * `all`.
 *
 * @returns whether a change is confirmed
 * @throws {InvalidSettings} for an unknown name
 */
export function readAccepted(text: string | undefined, settings: DeploymentSettings): (name: string) => boolean {
  const names = (text ?? '').split(',').flatMap((name) => name.trim() || []);
  if (names.includes('all')) return () => true;
  const known = [...settingNames, ...Object.keys(flat(JSON.parse(storedSettings(settings)) as FlatSettings))];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new InvalidSettings(`accept: ${unknown.join(', ')} must be names of settings, separated by commas, or all`);
  }
  return (name) => names.some((accepted) => name === accepted || name.startsWith(`${accepted}.`));
}

/**
 * Finds the differences between settings and those of the deployed stack that the operator has not confirmed.
 *
 * @returns a message; `null` if there is no such stack, or no such difference. If the deployed settings could not be read,
 *   that is the message
 */
export async function refuseChanges(
  settings: DeploymentSettings,
  { file, option, accepts, account, reader }: Refusing,
): Promise<string | null> {
  // Everything is confirmed.
  if (accepts('')) return null;
  try {
    const reading = await reader();
    if (account !== undefined && reading.account !== account) {
      return unread(
        option,
        `the credentials belong to account ${reading.account}, but the deployment is for ${account}`,
      );
    }
    const stored = await readStored(settings.stackName, reading.config);
    if (stored === null) return null;
    const changes = changesFrom(stored, settings).filter(({ name }) => !accepts(name));
    return changes.length > 0 ? refusal(changes, settings.stackName, { file, option }) : null;
  } catch (error) {
    if (!(error instanceof SettingsNotStored)) return unread(option, explainAwsError(error as Error));
    // Without the confirmation, the CDK would stop the comparison too.
    return (
      `${error.message}, so that they cannot be compared. ` +
      `Look at npx cdk diff -c accept=all (with your -c settings=…), and confirm all changes once with ${option}all`
    );
  }
}

export interface Refusing {
  file: string;
  /** With which the caller's user confirms changes. */
  option: '-c accept=' | '--accept ';
  accepts: (name: string) => boolean;
  /** Of the deployment; by default that of the reader. */
  account?: string;
  /** Of the deployed settings. */
  reader: () => Promise<ReadingAccount>;
}

/** Thrown for a stack that was deployed by a version before 0.4. */
class SettingsNotStored extends Error {}

/**
 * @returns `null` if there is no such stack
 * @throws {SettingsNotStored}; AWS's error
 */
async function readStored(stackName: string, config: typeof toolClient): Promise<string | null> {
  try {
    const command = new GetParameterCommand({ Name: settingsParameter({ stackName }) });
    const { Parameter } = await new SSMClient(config).send(command);
    return Parameter!.Value!;
  } catch (error) {
    if (!(error instanceof ParameterNotFound)) throw error;
    if ((await deployedResources(stackName, config)).length === 0) return null;
    throw new SettingsNotStored(`${stackName} was deployed by a version that did not store its settings`);
  }
}

/**
 * Returns the daily allowances of the plans of a deployed stack.
 *
 * @throws {StackMissing} {SettingsNotStored}; AWS's error
 */
export async function deployedAllowances(stackName: string, config: typeof toolClient): Promise<PlanAllowances> {
  const stored = await readStored(stackName, config);
  if (stored === null) throw new StackMissing(stackName);
  return planAllowances(JSON.parse(stored) as PlanSettings);
}

function refusal(
  changes: SettingChange[],
  stackName: string,
  { file, option }: Pick<Refusing, 'file' | 'option'>,
): string {
  const lines = changes.map(({ name, from, to }) => `  ${name}: ${textOf(from)} → ${textOf(to)}`);
  const names = changes.map(({ name }) => name).join(',');
  return [
    `${file} differs from the settings of the deployed stack ${stackName}:`,
    ...lines,
    `Correct the file, or confirm the changes with ${option}${names}`,
  ].join('\n');
}

const textOf = (value: unknown) => (value === null ? 'not set' : JSON.stringify(value));

const unread = (option: Refusing['option'], why: string) =>
  `Could not compare the settings with those of the deployed stack: ${why}. ` +
  `Set AWS_PROFILE instead of passing --profile, with the permissions sts:GetCallerIdentity, ssm:GetParameter and cloudformation:ListStackResources, or confirm all changes with ${option}all`;
