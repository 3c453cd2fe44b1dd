import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { OPERATORS_GROUP, type Role } from '../../../functions/back-office/contract/session.ts';
import { readJsonFile, writeSecretFile } from '../data-files.ts';

/** A user of this runner's back office. */
export interface User {
  name: string;
  password: string;
}

/** One user of each role. */
export type Users = Record<Role, User>;

/** The users of a data folder, with passwords that are created once and stored. */
export function createUsers(dataDir: string): Users {
  const open = (name: Role): User => {
    const file = join(dataDir, `${name}.json`);
    const kept = readJsonFile<User>(file);
    if (kept) return kept;
    const made = { name, password: randomBytes(9).toString('base64url') };
    writeSecretFile(file, JSON.stringify(made));
    return made;
  };
  return { operator: open('operator'), viewer: open('viewer') };
}

/**
 * Compares in constant time, so that its duration reveals nothing about the passwords.
 *
 * @returns the name of the user; `null`: there is none with this name and password
 */
export function findUser({ operator, viewer }: Users, given: User): string | null {
  const [isOperator, isViewer] = [isSame(operator, given), isSame(viewer, given)];
  return isOperator || isViewer ? given.name : null;
}

function isSame(user: User, given: User): boolean {
  const digest = ({ name, password }: User) =>
    createHash('sha256')
      .update(JSON.stringify([name, password]))
      .digest();
  return timingSafeEqual(digest(user), digest(given));
}

/** Claims of an access token that Cognito adds: a user of no group has no `cognito:groups`. */
export function claimsOf({ operator }: Users, name: string) {
  return {
    token_use: 'access',
    username: name,
    ...(name === operator.name && { 'cognito:groups': [OPERATORS_GROUP] }),
  };
}
