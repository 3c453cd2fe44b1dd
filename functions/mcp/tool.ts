import type { Ask } from './endpoints.ts';
import type { SourceReport } from '../core/record/record.ts';

/** JSON Schema of an object, as far as tools take it. */
export interface ObjectSchema {
  type: 'object';
  properties: Record<string, object>;
  required?: string[];
  additionalProperties?: boolean;
}

/** What a tool has found. */
export interface Found {
  data: Record<string, unknown>;
  /** A line or two for people, without any text of others. */
  summary: string;
}

/** A tool that assistants call. */
export interface Tool<Given = never> {
  name: string;
  title: string;
  description: string;
  input: ObjectSchema;
  /** Names the members of `data`. */
  output: ObjectSchema;
  /** Paths, dotted and without indexes, of those texts in `data` that the service itself has written. */
  own: readonly string[];
  /** Paths of objects whose keys others have chosen. */
  maps?: readonly string[];
  /** Whether the caller wants more than the short answer. */
  wantsMore?: (given: Given) => boolean;
  /** @throws {ServiceError} where there is no answer */
  run(given: Given, ask: Ask): Promise<Found>;
}

// Parts of the schemas of tools; descriptions are for a reader who has never seen SEO data.

export const domain = { type: 'string', description: 'Domain name, such as example.com' };

export const refresh = { type: 'boolean', description: 'Fetch anew; costs allowance. Only where the user asks for it' };

export const cursor = { type: 'string', description: 'next_cursor of the last answer' };

export const locale = {
  language: { type: 'string', description: 'Language of the keywords, such as en (default) or zh' },
  country: { type: 'string', description: 'Country, such as US (default)' },
};

export const limit = (maximum: number, fallback: number) => ({
  type: 'integer',
  minimum: 1,
  maximum,
  description: `Default ${fallback}`,
});

export const nullable = (type: string, description?: string) => ({
  type: [type, 'null'],
  ...(description !== undefined && { description }),
});

export const text = { type: 'string' };
export const list = { type: 'array' };
export const object = { type: 'object' };
export const flag = { type: 'boolean' };
export const count = { type: 'integer' };

/** Who said what, in few words. */
interface ShortSource {
  id: string;
  status: string;
  fetched_at: string | null;
  /** Code; absent: there was none. */
  error?: string;
}

export function shortSources(sources: SourceReport[]): ShortSource[] {
  return sources.map(({ id, status, fetched_at, error }) => ({
    id,
    status,
    fetched_at,
    ...(error && { error: error.code }),
  }));
}

/** Paths of what {@link shortSources} gives. */
export const ownOfSources = ['sources.id', 'sources.status', 'sources.error'];

/** @returns such as `1 page`, `2 pages` */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
