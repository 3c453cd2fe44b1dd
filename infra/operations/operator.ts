import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { OPERATORS_GROUP } from '../../functions/back-office/contract/session.ts';
import { readDeploymentSettings } from '../settings.ts';
import { deployedOutputs, toolClient } from './deployed-stack.ts';
import { runTool, UsageError } from './command-line.ts';

const usage = `npm run operator -- create <name> [--viewer]   creates a user; prints a temporary password once
npm run operator -- reset <name>               a new temporary password
npm run operator -- disable <name>             signs the user out and blocks further sign-ins

--viewer          read-only access
--settings <file> settings of the stack; default: settings.json
--stack <name>    name of the stack in AWS; default: that of the settings`;

const actions = ['create', 'reset', 'disable'] as const;

function commandLine() {
  const options = { viewer: { type: 'boolean' }, settings: { type: 'string' }, stack: { type: 'string' } } as const;
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [action, name, ...more] = positionals;
    const known = actions.find((each) => each === action);
    if (!known) throw new UsageError(`action: must be one of ${actions.join(', ')}`);
    if (!name || more.length > 0)
      throw new UsageError(`${known}: requires exactly one name, such as npm run operator -- ${known} me`);
    return { action: known, name, ...values };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** A password with a character of each kind that the pool requires; 144 bits are random. */
const temporaryPassword = () => `${randomBytes(18).toString('base64url')}.aA1`;

async function main() {
  const { action, name, viewer, settings, stack = readDeploymentSettings(settings).stackName } = commandLine();
  const { OperatorPoolId, BackOfficeUrl } = await deployedOutputs(stack);
  const pool = new CognitoIdentityProviderClient(toolClient);
  const user = { UserPoolId: OperatorPoolId, Username: name };

  async function resetPassword() {
    const Password = temporaryPassword();
    await pool.send(new AdminSetUserPasswordCommand({ ...user, Password, Permanent: false }));
    return Password;
  }

  /** @returns `null` for a user who has signed in before */
  async function createUser() {
    const TemporaryPassword = temporaryPassword();
    try {
      await pool.send(new AdminCreateUserCommand({ ...user, TemporaryPassword, MessageAction: 'SUPPRESS' }));
      return TemporaryPassword;
    } catch (error) {
      if (!(error instanceof UsernameExistsException)) throw error;
      const { UserStatus } = await pool.send(new AdminGetUserCommand(user));
      return UserStatus === 'FORCE_CHANGE_PASSWORD' ? resetPassword() : null;
    }
  }

  function printPassword(password: string) {
    console.log(`Temporary password, shown once, valid for three days: ${password}`);
    console.log(`Sign in at ${BackOfficeUrl}`);
  }

  if (action === 'disable') {
    await pool.send(new AdminDisableUserCommand(user));
    await pool.send(new AdminUserGlobalSignOutCommand(user));
    return console.log(`${name} is disabled. Access tokens issued before stay valid for at most one hour`);
  }
  if (action === 'reset') return printPassword(await resetPassword());
  const password = await createUser();
  if (!viewer) await pool.send(new AdminAddUserToGroupCommand({ ...user, GroupName: OPERATORS_GROUP }));
  console.log(`${name} is ${viewer ? 'a viewer' : 'an operator'}`);
  if (password) printPassword(password);
  else console.log('The user already existed; the password is unchanged. For a new one: npm run operator -- reset');
}

/** `npm run operator -- …`: manages the users of the back office. */
await runTool(main, usage);
