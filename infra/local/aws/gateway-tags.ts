import type { ApiKey, ApiKeys } from '../keys/api-keys.ts';
import { badRequest, existing, type GatewayOperation } from './gateway-operation.ts';

const PATH = /^\/tags\/([^/]+)$/;
/** As in the API Gateway developer guide, ARN format of API keys; the account's number is left out. */
const KEY_ARN = /^arn:[\w-]+:apigateway:[\w-]+::\/apikeys\/([^/]+)$/;

/** Limits of a tag: API Gateway developer guide, Tag restrictions in API Gateway. */
const MAX_TAGS = 50;
const MAX_NAME = 128;
const MAX_VALUE = 256;
const TEXT = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

/**
 * `TagResource`, `UntagResource` and `GetTags`, of API keys alone.
 * https://docs.aws.amazon.com/apigateway/latest/api/API_TagResource.html
 */
export function tagOperations(keys: ApiKeys): GatewayOperation[] {
  const taggedKey = (part: string): ApiKey => {
    const id = KEY_ARN.exec(decodeURIComponent(part))?.[1];
    if (id === undefined) throw badRequest('Invalid ARN specified in the request');
    return existing(keys.get(id), 'Invalid API Key identifier specified');
  };
  return [
    { method: 'GET', path: PATH, status: 200, answer: ({ ids }) => ({ tags: taggedKey(ids[0]!).tags }) },
    {
      method: 'PUT',
      path: PATH,
      status: 204,
      answer: ({ ids, body }) => {
        const key = taggedKey(ids[0]!);
        return keys.change(key.id, { tags: validTags({ ...key.tags, ...tagsOf(body) }) });
      },
    },
    {
      method: 'DELETE',
      path: PATH,
      status: 204,
      answer: ({ ids, query }) => {
        const key = taggedKey(ids[0]!);
        const removed = new Set(query.getAll('tagKeys'));
        const kept = Object.entries(key.tags).filter(([name]) => !removed.has(name));
        return keys.change(key.id, { tags: Object.fromEntries(kept) });
      },
    },
  ];
}

/** The valid tags of a body. @throws 400 */
export function tagsOf({ tags = {} }: Record<string, unknown>): Record<string, string> {
  const isText = (value: unknown) => typeof value === 'string';
  if (typeof tags !== 'object' || tags === null || !Object.values(tags).every(isText)) {
    throw badRequest('Invalid tags specified');
  }
  return validTags(tags as Record<string, string>);
}

function validTags(tags: Record<string, string>): Record<string, string> {
  const all = Object.entries(tags);
  if (all.length > MAX_TAGS || !all.every(isValid)) throw badRequest('Invalid tags specified');
  return tags;
}

function isValid([name, value]: [string, string]): boolean {
  if (name.length < 1 || name.length > MAX_NAME || value.length > MAX_VALUE) return false;
  return TEXT.test(name) && TEXT.test(value) && !name.toLowerCase().startsWith('aws:');
}
