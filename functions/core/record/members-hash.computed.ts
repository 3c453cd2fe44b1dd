import { createHash } from 'node:crypto';
import type { Members } from '../platform/http/fields.ts';
import { domainMembers, pageMembers } from './members.computed.ts';

/**
 * Hashes of the names of all members of an answer. They are part of its ETag, since another version may return other
 * members of the same record. In a module of their own, because a cached answer needs only the hashes.
 */
export const domainMembersHash: string = hashOf(domainMembers);
export const pageMembersHash: string = hashOf(pageMembers);

function hashOf(members: Members): string {
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url').slice(0, 12);
}
