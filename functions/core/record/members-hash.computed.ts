import { createHash } from 'node:crypto';
import type { Members } from '../platform/http/fields.ts';
import { domainMembers, pageMembers } from './members.computed.ts';

/**
 * Hashes of the names of all members of an answer: part of its ETag, since another version may answer with other members
 * of the same record. A module of its own: a cached answer needs no more of the members.
 */
export const domainMembersHash: string = hashOf(domainMembers);
export const pageMembersHash: string = hashOf(pageMembers);

function hashOf(members: Members): string {
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url').slice(0, 12);
}
