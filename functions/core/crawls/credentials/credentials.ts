import { decryptText, encryptText } from '../../platform/encryption/kms.ts';
import type { EncryptionSettings } from '../../platform/settings/common.ts';
import type { CrawlOptions } from '../store/item.ts';

/** What a crawl sends to its domain, as its owner has given it. Nothing of it is stored or logged unencrypted. */
export interface Credentials {
  headers: readonly { name: string; value: string }[];
  basic_auth: { username: string; password: string } | null;
}

/** Whose credentials they are, and for which domain. */
export interface CredentialsOf {
  owner: string;
  domain: string;
}

/** @returns whether a request contains any */
export const hasCredentials = ({ headers, basic_auth }: Credentials) => headers.length > 0 || basic_auth !== null;

/** Returns what answers show of credentials, as options of the crawl. */
export function shownCredentials({ headers, basic_auth }: Credentials): Pick<CrawlOptions, 'headers' | 'basic_auth'> {
  return {
    ...(headers.length > 0 && { headers: headers.map(({ name }) => name) }),
    ...(basic_auth && { basic_auth: true }),
  };
}

/** Returns the text that is encrypted. */
export const textOf = ({ headers, basic_auth }: Credentials) => JSON.stringify({ headers, basic_auth });

/** Encrypts credentials for an owner and a domain. */
export function sealCredentials(
  credentials: Credentials,
  { owner, domain }: CredentialsOf,
  settings: EncryptionSettings,
): Promise<Uint8Array> {
  return encryptText(textOf(credentials), { owner, domain }, settings);
}

/** Decrypts credentials. @throws if they were encrypted for another owner or domain */
export async function openCredentials(
  sealed: Uint8Array,
  { owner, domain }: CredentialsOf,
  settings: EncryptionSettings,
): Promise<Credentials> {
  return JSON.parse(await decryptText(sealed, { owner, domain }, settings)) as Credentials;
}
