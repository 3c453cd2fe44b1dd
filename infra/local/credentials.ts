import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeSecretFile } from './data-files.ts';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** The credentials that the emulated services accept. */
export interface Keyring {
  /** Creates the secret of an access key id that does not have one yet. */
  issue(accessKeyId: string): Credentials;
  /** @returns `null` for an unknown id */
  find(accessKeyId: string): Credentials | null;
}

export function createKeyring(): Keyring {
  const issued = new Map<string, Credentials>();
  return {
    issue(accessKeyId) {
      const credentials = { accessKeyId, secretAccessKey: randomBytes(30).toString('base64url') };
      issued.set(accessKeyId, credentials);
      return credentials;
    },
    find: (accessKeyId) => issued.get(accessKeyId) ?? null,
  };
}

/** Writes credentials, readable by this user only, in the format of `AWS_SHARED_CREDENTIALS_FILE`. */
export function writeCredentialsFile(file: string, { accessKeyId, secretAccessKey }: Credentials): void {
  const lines = [
    '[default]',
    `aws_access_key_id = ${accessKeyId}`,
    `aws_secret_access_key = ${secretAccessKey}`,
    `region = ${localRegion}`,
  ];
  writeSecretFile(file, `${lines.join('\n')}\n`);
}

/** Reads what `writeCredentialsFile` has written. @throws when there is no such file */
export function readCredentialsFile(file: string): Credentials {
  const text = readFileSync(file, 'utf8');
  const valueOf = (name: string) => new RegExp(`^${name} = (\\S+)$`, 'm').exec(text)?.[1] ?? '';
  return { accessKeyId: valueOf('aws_access_key_id'), secretAccessKey: valueOf('aws_secret_access_key') };
}

/** Credentials for emulated services that are started without a keyring and accept any credentials. */
export const localCredentials = { accessKeyId: 'local', secretAccessKey: 'local' };
export const localRegion = 'us-east-1';
/** ARN of a resource of the template: it ends in the logical id, which is also the resource's name. */
export const localArn = (logicalId: string) => `arn:aws:local:${localRegion}:000000000000:${logicalId}`;
/** Prefix of the names of keys and plans. */
export const localStackName = 'local';
